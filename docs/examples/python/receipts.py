# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""App Store receipts for Python, by way of libreceipts and ctypes.

    verifier = Verifier(bundle_ids=["com.example.app"], environments=[Environment.PRODUCTION])
    result = verifier.verify(data)
    if result.is_subscribed("com.example.app.pro.monthly"):
        ...
    elif not result.is_verified:
        log(result.code, result.message)

A verifier and its results may be used from any thread. ctypes lets other threads run during each call.
"""

import ctypes
import enum
import os
from ctypes import POINTER, byref, c_bool, c_char_p, c_int, c_int64, c_size_t, c_uint32, c_void_p

# The clock of the host, in the place of an instant (RECEIPTS_NOW).
NOW = -(2**63)


class Environment(enum.IntEnum):
    PRODUCTION = 1
    SANDBOX = 2


class Verdict(enum.IntEnum):
    VERIFIED = 1
    REJECTED = 2
    UNDETERMINED = 3


class Trust(enum.IntEnum):
    NONE = 0
    APPLE = 1
    CUSTOM = 2
    LOCAL_TESTING = 3


class OptionError(ValueError):
    """An option that libreceipts refuses."""


def _load():
    library = ctypes.CDLL(os.environ.get("LIBRECEIPTS", "libreceipts.so.1"))
    text, length = c_char_p, POINTER(c_size_t)
    # Every function of receipts.h that is used here: what it returns, and what it takes.
    for name, result, arguments in [
        ("abi_version", c_uint32, []),
        ("version", c_char_p, []),
        ("status_message", c_char_p, [c_int]),
        ("options_new", c_void_p, []),
        ("options_free", None, [POINTER(c_void_p)]),
        ("options_accept_bundle_id", c_int, [c_void_p, text, c_size_t]),
        ("options_accept_any_bundle_id", c_int, [c_void_p]),
        ("options_accept_environment", c_int, [c_void_p, c_int]),
        ("options_accept_xcode", c_int, [c_void_p]),
        ("options_trust_root", c_int, [c_void_p, text, c_size_t]),
        ("options_deny_leaf_key", c_int, [c_void_p, text, c_size_t]),
        ("options_require_app_version", c_int, [c_void_p, text, c_size_t]),
        ("options_accept_device", c_int, [c_void_p, text, c_size_t]),
        ("options_limit_age", c_int, [c_void_p, c_int64]),
        ("options_limit_size", c_int, [c_void_p, c_size_t]),
        ("verifier_new", c_int, [c_void_p, POINTER(c_void_p)]),
        ("verifier_free", None, [POINTER(c_void_p)]),
        ("verify", c_void_p, [c_void_p, text, c_size_t, c_int64]),
        ("result_free", None, [POINTER(c_void_p)]),
        ("result_verdict", c_int, [c_void_p]),
        ("result_trust", c_int, [c_void_p]),
        ("result_is_subscribed_with_auto_renew_product", c_bool, [c_void_p, text, c_size_t, c_int64, c_int64]),
        ("result_is_valid_with_persistent_product_id", c_bool, [c_void_p, text, c_size_t, c_int64]),
        ("result_code", c_void_p, [c_void_p, length]),
        ("result_message", c_void_p, [c_void_p, length]),
        ("result_hint", c_void_p, [c_void_p, length]),
        ("result_path", c_void_p, [c_void_p, length]),
        ("result_offset", c_int64, [c_void_p]),
        ("result_json", c_void_p, [c_void_p, length]),
    ]:
        function = getattr(library, "receipts_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def version():
    """The version of the toolkit that libreceipts was built from."""
    return _library.receipts_version().decode()


class Verifier:
    """Decides whether receipts are genuine. Make one, and use it for all of them."""

    def __init__(self, *, bundle_ids, environments, roots=(), trust_xcode=False, app_version=None, devices=(),
                 denied_keys=(), maximum_age=None, maximum_size=None):
        """bundle_ids is a list, or None for receipts of any app, which is nothing for a shop."""
        options = c_void_p(_library.receipts_options_new())
        self._handle = c_void_p()
        try:
            if bundle_ids is None:
                _library.receipts_options_accept_any_bundle_id(options)
            for bundle_id in bundle_ids or ():
                self._add(options, "accept_bundle_id", bundle_id.encode())
            for environment in environments:
                _library.receipts_options_accept_environment(options, environment)
            for root in roots:
                self._add(options, "trust_root", root)
            for key in denied_keys:
                self._add(options, "deny_leaf_key", key)
            for device in devices:
                self._add(options, "accept_device", device)
            if trust_xcode:
                _library.receipts_options_accept_xcode(options)
            if app_version is not None:
                self._add(options, "require_app_version", app_version.encode())
            if maximum_age is not None:
                _library.receipts_options_limit_age(options, maximum_age)
            if maximum_size is not None:
                _library.receipts_options_limit_size(options, maximum_size)
            # What was refused above is refused here.
            status = _library.receipts_verifier_new(options, byref(self._handle))
        finally:
            _library.receipts_options_free(byref(options))
        if status:
            raise OptionError(_library.receipts_status_message(status).decode())

    @staticmethod
    def _add(options, name, value):
        getattr(_library, "receipts_options_" + name)(options, value, len(value))

    def __del__(self):
        _library.receipts_verifier_free(byref(self._handle))

    def verify(self, data, now=NOW):
        """The result for a receipt in any form, as bytes. `now` is in milliseconds since 1970."""
        return Result(_library.receipts_verify(self._handle, data, len(data), now))


class Result:
    """What came of one receipt."""

    def __init__(self, handle):
        self._handle = c_void_p(handle)

    def __del__(self):
        _library.receipts_result_free(byref(self._handle))

    @property
    def verdict(self):
        return Verdict(_library.receipts_result_verdict(self._handle))

    @property
    def is_verified(self):
        return self.verdict is Verdict.VERIFIED

    @property
    def trust(self):
        return Trust(_library.receipts_result_trust(self._handle))

    def is_subscribed(self, product_id, at=NOW, tolerance=0):
        """Whether a paid period of an auto-renewable subscription holds an instant."""
        product = product_id.encode()
        return _library.receipts_result_is_subscribed_with_auto_renew_product(
            self._handle, product, len(product), at, tolerance)

    def is_valid(self, product_id, at=NOW):
        """Whether a product was bought for good."""
        product = product_id.encode()
        return _library.receipts_result_is_valid_with_persistent_product_id(
            self._handle, product, len(product), at)

    def _text(self, name):
        length = c_size_t()
        start = getattr(_library, "receipts_result_" + name)(self._handle, byref(length))
        return ctypes.string_at(start, length.value).decode()

    @property
    def code(self):
        """A stable name for the reason why it is not verified, or nothing."""
        return self._text("code")

    @property
    def message(self):
        return self._text("message")

    @property
    def hint(self):
        return self._text("hint")

    @property
    def path(self):
        return self._text("path")

    @property
    def offset(self):
        """The first byte at fault, or None."""
        offset = _library.receipts_result_offset(self._handle)
        return None if offset < 0 else offset

    @property
    def json(self):
        """All that is known, as JSON text."""
        return self._text("json")
