//===-- formats/Gzip.cpp - Compressed output ------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM compresses in zlib's format (RFC 1950). It contains the same data as
// gzip's (RFC 1952), with another header and another checksum.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/EndianStream.h"

using namespace gmon;
using namespace llvm;

static constexpr size_t ZlibHeaderSize = 2;
static constexpr size_t ZlibChecksumSize = 4;

void gmon::writeGzip(raw_ostream &OS, StringRef Data) {
  if (!compression::zlib::isAvailable()) {
    OS << Data;
    return;
  }
  ArrayRef<uint8_t> Bytes = arrayRefFromStringRef(Data);
  SmallVector<uint8_t> Compressed;
  compression::zlib::compress(Bytes, Compressed);
  // Deflate; no flags, time, level or system: equal data give equal bytes.
  static constexpr uint8_t Header[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff};
  OS << toStringRef(ArrayRef(Header));
  OS << toStringRef(ArrayRef(Compressed)
                        .drop_front(ZlibHeaderSize)
                        .drop_back(ZlibChecksumSize));
  support::endian::Writer Writer(OS, endianness::little);
  Writer.write<uint32_t>(crc32(Bytes));
  Writer.write<uint32_t>(Data.size());
}
