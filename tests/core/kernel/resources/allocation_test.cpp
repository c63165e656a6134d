// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "core/kernel/resources/resources.h"

namespace {

thread_local std::size_t allocations = 0;

} // namespace

// Out of line, so that gcc sees new and delete as a pair and not their malloc and free.
[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) {
        return memory;
    }
    throw std::bad_alloc();
}

// std::stable_sort takes its buffer from here; a sanitizer's own would not match our delete.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size);
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace muster {
namespace {

TEST(ResourceSums, OfScalarsAllocateNothing) {
    const auto node = Resources::parse("cpus:32;mem:65536;disk:1000;gpus:8").value();
    const auto task = Resources::parse("cpus:4;mem:1024;gpus:1").value();
    const auto before = allocations;
    auto free = node - task;
    free += task;
    const auto doubled = free + node;
    const bool fits = doubled.contains(node) && !task.contains(node) && free == node
        && free.gpus() == node.gpus();
    EXPECT_EQ(allocations, before);
    EXPECT_TRUE(fits);
}

TEST(ResourceSums, OfPortsAllocate) {
    const auto ports = Resources::parse("ports:[1-2]").value();
    const auto before = allocations;
    const auto sum = ports + ports;
    EXPECT_GT(allocations, before) << "the counter does not count";
    EXPECT_EQ(sum, ports);
}

} // namespace
} // namespace muster
