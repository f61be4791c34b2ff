-- SPDX-License-Identifier: Apache-2.0
-- Part of the App Store receipt toolkit.
--
-- For wrk: posts the receipt that RECEIPT names.
local file = assert(io.open(os.getenv("RECEIPT"), "rb"))
wrk.method = "POST"
wrk.body = file:read("*a")
file:close()
