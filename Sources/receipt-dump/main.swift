// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc
import ReceiptVerification

VerificationHost.startAlone()
exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
