# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.

# App Store receipts for Ruby, by way of libreceipts and fiddle, which comes with Ruby.
#
#     verifier = Receipts::Verifier.new(bundle_ids: ["com.example.app"], environments: [:production])
#     result = verifier.verify(data)
#     if result.subscribed?("com.example.app.pro.monthly")
#       ...
#     elsif !result.verified?
#       log(result.code, result.message)
#     end
require "fiddle"

module Receipts
  # The clock of the host, in the place of an instant (RECEIPTS_NOW).
  NOW = -(2**63)
  ENVIRONMENTS = { production: 1, sandbox: 2 }.freeze
  VERDICTS = { 1 => :verified, 2 => :rejected, 3 => :undetermined }.freeze
  TRUST = { 0 => :none, 1 => :apple, 2 => :custom, 3 => :local_testing }.freeze

  # An option that libreceipts refuses.
  class OptionError < ArgumentError; end

  LIBRARY = Fiddle.dlopen(ENV.fetch("LIBRECEIPTS", "libreceipts.so.1"))

  private_constant :LIBRARY

  # Functions of receipts.h by their names without "receipts_": what they take, and what they return.
  module C
    handle = pointer = text = Fiddle::TYPE_VOIDP
    size = Fiddle::TYPE_SIZE_T
    number = Fiddle::TYPE_LONG_LONG
    enumeration = Fiddle::TYPE_INT
    # bool: one byte.
    flag = Fiddle::TYPE_CHAR
    {
      version: [[], text],
      status_message: [[enumeration], text],
      options_new: [[], handle],
      options_free: [[pointer], Fiddle::TYPE_VOID],
      options_accept_bundle_id: [[handle, text, size], enumeration],
      options_accept_environment: [[handle, enumeration], enumeration],
      options_trust_root: [[handle, text, size], enumeration],
      verifier_new: [[handle, pointer], enumeration],
      verifier_free: [[pointer], Fiddle::TYPE_VOID],
      verify: [[handle, text, size, number], handle],
      result_free: [[pointer], Fiddle::TYPE_VOID],
      result_verdict: [[handle], enumeration],
      result_trust: [[handle], enumeration],
      result_is_subscribed_with_auto_renew_product: [[handle, text, size, number, number], flag],
      result_is_valid_with_persistent_product_id: [[handle, text, size, number], flag],
      result_code: [[handle, pointer], text],
      result_message: [[handle, pointer], text],
      result_hint: [[handle, pointer], text],
      result_path: [[handle, pointer], text],
      result_offset: [[handle], number],
      result_json: [[handle, pointer], text],
    }.each do |name, (arguments, result)|
      function = Fiddle::Function.new(LIBRARY["receipts_#{name}"], arguments, result)
      define_singleton_method(name) { |*values| function.call(*values) }
    end

    # Calls a function that frees, which takes the address of a variable.
    def self.free(name, handle)
      public_send(name, Fiddle::Pointer[[handle.to_i].pack("J")])
    end
  end

  # The version of the toolkit that libreceipts was built from.
  def self.version = C.version.to_s

  # Decides whether receipts are genuine. Make one, and use it for all of them.
  class Verifier
    def initialize(bundle_ids:, environments:, roots: [])
      options = C.options_new
      bundle_ids.each { |id| C.options_accept_bundle_id(options, id, id.bytesize) }
      environments.each { |name| C.options_accept_environment(options, ENVIRONMENTS.fetch(name)) }
      roots.each { |root| C.options_trust_root(options, root, root.bytesize) }
      variable = Fiddle::Pointer.malloc(Fiddle::SIZEOF_VOIDP, Fiddle::RUBY_FREE)
      # What was refused above is refused here.
      status = C.verifier_new(options, variable)
      raise OptionError, C.status_message(status).to_s unless status.zero?

      @handle = variable.ptr
      ObjectSpace.define_finalizer(self, self.class.finalizer(@handle))
    ensure
      C.free(:options_free, options) if options
    end

    def self.finalizer(handle) = proc { C.free(:verifier_free, handle) }

    # The result for a receipt in any form. `now` is in milliseconds since 1970.
    def verify(data, now: NOW) = Result.new(C.verify(@handle, data, data.bytesize, now))
  end

  # What came of one receipt.
  class Result
    def initialize(handle)
      @handle = handle
      ObjectSpace.define_finalizer(self, self.class.finalizer(handle))
    end

    def self.finalizer(handle) = proc { C.free(:result_free, handle) }

    def verdict = VERDICTS.fetch(C.result_verdict(@handle))
    def verified? = verdict == :verified
    def trust = TRUST.fetch(C.result_trust(@handle))

    # Whether a paid period of an auto-renewable subscription holds an instant.
    def subscribed?(product, at: NOW, tolerance: 0)
      C.result_is_subscribed_with_auto_renew_product(@handle, product, product.bytesize, at, tolerance) == 1
    end

    # Whether a product was bought for good.
    def valid?(product, at: NOW)
      C.result_is_valid_with_persistent_product_id(@handle, product, product.bytesize, at) == 1
    end

    def code = text(:result_code)
    def message = text(:result_message)
    def hint = text(:result_hint)
    def path = text(:result_path)

    # The first byte at fault, or nil.
    def offset
      offset = C.result_offset(@handle)
      offset unless offset.negative?
    end

    # All that is known, as JSON text.
    def json = text(:result_json)

    private

    def text(name)
      length = Fiddle::Pointer.malloc(Fiddle::SIZEOF_SIZE_T, Fiddle::RUBY_FREE)
      start = C.public_send(name, @handle, length)
      start[0, length[0, Fiddle::SIZEOF_SIZE_T].unpack1("J")].force_encoding(Encoding::UTF_8)
    end
  end
end
