# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.

# Uses libreceipts from Ruby by way of docs/examples/ruby. The argument is TestReceipts. Exit status: 0 if all held.
require "json"
require_relative "../../docs/examples/ruby/receipts"

FOLDER = ARGV.fetch(0)
$checks = $failures = 0

def check(holds, what)
  $checks += 1
  return if holds

  $failures += 1
  puts "library.rb: does not hold: #{what}"
end

def read(name) = File.binread(File.join(FOLDER, name))

usual = { bundle_ids: ["com.example.app"], environments: %i[production sandbox], roots: [read("test-root.der")] }
verifier = Receipts::Verifier.new(**usual)

Dir.children(FOLDER).grep(/\.der$/).sort.each do |name|
  result = verifier.verify(read(name))
  verdict = JSON.parse(result.json)["verdict"]
  check result.verdict.to_s == verdict["status"], "#{name} has the verdict of its JSON"
  check result.code == verdict.fetch("code", ""), "#{name} has the code of its JSON"
  check result.message == verdict.fetch("message", ""), "#{name} has the message of its JSON"
  check result.hint == verdict.fetch("hint", ""), "#{name} has the hint of its JSON"
  check result.path == verdict.fetch("path", ""), "#{name} has the path of its JSON"
  check result.offset == verdict["offset"], "#{name} has the offset of its JSON"
end

result = verifier.verify(read("sandbox-sha256.der"))
check result.verified? && result.trust == :custom, "a genuine receipt is verified"
check result.valid?("com.example.app.lifetime"), "what was bought for good is valid"
check !result.valid?("com.example.app.coins.100"), "a consumable is not"
monthly = verifier.verify(read("milliseconds.der"))
last_moment = 1_749_981_600_998
check monthly.subscribed?("com.example.app.pro.monthly", at: last_moment), "a subscription holds to its end"
check !monthly.subscribed?("com.example.app.pro.monthly", at: last_moment + 1), "and no longer"
check monthly.subscribed?("com.example.app.pro.monthly", at: last_moment + 1, tolerance: 1), "but for a tolerance"
check verifier.verify("[").code == "input.malformed-json", "what is no receipt is called by its name"

[{ bundle_ids: [] }, { environments: [] }, { roots: ["x"] }].each do |change|
  Receipts::Verifier.new(**usual, **change)
  check false, "#{change} makes no verifier"
rescue Receipts::OptionError
  check true, ""
end

# Handles that nobody holds any more are freed on the way.
2000.times { verifier.verify("no receipt") }
GC.start

puts "Ruby: #{$checks} checks, #{$failures} failed"
exit $failures.zero?
