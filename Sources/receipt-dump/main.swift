// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
