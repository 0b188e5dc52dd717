"""Small readers of the two encodings that recordings are made of: protobuf messages and TFRecord files.

They share no code with tdbg, so that tests can judge it by them."""

import struct


class Broken(Exception):
    """The bytes are not a protobuf message."""


def _varint(data, at):
    value = 0
    for i in range(10):
        if at + i >= len(data):
            raise Broken("varint past the end")
        value |= (data[at + i] & 127) << (7 * i)
        if data[at + i] < 128:
            return value & (2**64 - 1), at + i + 1
    raise Broken("varint too long")


def fields(data):
    """[(field number, wire type, int or bytes)] of one message, not descending."""
    result = []
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, wire = key >> 3, key & 7
        if number == 0 or number > 2**29 - 1:
            raise Broken("no such field number")
        if wire == 0:
            value, at = _varint(data, at)
        else:
            if wire == 2:
                size, at = _varint(data, at)
            elif wire in (1, 5):
                size = 8 if wire == 1 else 4
            else:
                raise Broken("no such wire type")
            if at + size > len(data):
                raise Broken("field past the end")
            value = bytes(data[at : at + size])
            at += size
        result.append((number, wire, value))
    return result


def last(message, number, wire):
    """The value of a field that is there once (the last one counts), or None."""
    values = [v for n, w, v in message if n == number and w == wire]
    return values[-1] if values else None


_CRC = []
for _i in range(256):
    for _ in range(8):
        _i = (_i >> 1) ^ (0x82F63B78 if _i & 1 else 0)
    _CRC.append(_i)


def masked_crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ _CRC[(crc ^ byte) & 255]
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def records(data):
    """[(start, end, intact)] of a TFRecord file as far as its framing can be followed. What is
    behind the last end (nothing, in a whole file) belongs to no record."""
    result = []
    at = 0
    while at + 12 <= len(data):
        (size,) = struct.unpack_from("<Q", data, at)
        (check,) = struct.unpack_from("<I", data, at + 8)
        end = at + 16 + size
        if masked_crc32c(data[at : at + 8]) != check or end > len(data):
            break
        (check,) = struct.unpack_from("<I", data, end - 4)
        result.append((at, end, masked_crc32c(data[at + 12 : end - 4]) == check))
        at = end
    return result
