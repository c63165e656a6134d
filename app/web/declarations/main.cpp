// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints declarations.ts of the web page. Used by its build.
#include <iostream>

#include "app/web/declarations/wire_types.h"

int main() {
    using namespace muster::web;
    std::cout << "// Made by muster-web-declarations from core's tables; do not edit.\n\n"
              << wireDeclarations();
    return std::cout.flush() ? 0 : 1;
}
