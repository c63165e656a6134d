// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/container/driver/module_version.h"
#include "tests/support/temporary_folder.h"

namespace muster::container::driver {
namespace {

TEST(ModuleVersion, IsReadFromBothPlaces) {
    EXPECT_EQ(parseModuleVersion("390.30\n"), "390.30");
    EXPECT_EQ(parseModuleVersion("550.54.14"), "550.54.14");
    EXPECT_EQ(parseModuleVersion("NVRM version: NVIDIA UNIX x86_64 Kernel Module  390.30  Wed Jan "
                                 "31 22:08:49 PST 2018\nGCC version:  gcc version 5.4.0\n"),
        "390.30");
    EXPECT_EQ(parseModuleVersion("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  "
                                 "550.54.14  Release Build  (root@host)"),
        "550.54.14");
}

TEST(ModuleVersion, OfAnythingElseIsUnknown) {
    for (const char* text : {"", "\n", "hello", "390", "..", ".390.", "390..30", "\nlate 390.30"})
        EXPECT_EQ(parseModuleVersion(text), "") << text;
}

TEST(ModuleVersion, IsReadBelowARoot) {
    const test::TemporaryFolder root;
    EXPECT_EQ(readModuleVersion(root.path()), "");
    root.write("proc/driver/nvidia/version", "NVRM version: x  390.30  Wed\n");
    EXPECT_EQ(readModuleVersion(root.path()), "390.30");
    root.write("sys/module/nvidia/version", "396.26\n");
    EXPECT_EQ(readModuleVersion(root.path()), "396.26");
}

TEST(VersionMismatch, NamesBothAndTheRemedy) {
    EXPECT_EQ(versionMismatch("390.30", "396.26"),
        "Driver/library version mismatch: the kernel module is 390.30, the library 396.26; reboot "
        "or reload the module nvidia");
    EXPECT_EQ(versionMismatch("390.30", "390.30"), std::nullopt);
    EXPECT_EQ(versionMismatch("", "390.30"), std::nullopt);
    EXPECT_EQ(versionMismatch("390.30", ""), std::nullopt);
}

} // namespace
} // namespace muster::container::driver
