// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints declarations.ts of the web page, or with --samples what a test of the page compares its
// columns with. Used by its build.
#include <iostream>
#include <string_view>

#include "app/web/declarations/declarations.h"
#include "app/web/declarations/samples.h"

int main(int argc, char** argv) {
    const std::string_view option = argc > 1 ? argv[1] : "";
    if (argc > 2 || (!option.empty() && option != "--samples")) {
        std::cerr << "usage: muster-web-declarations [--samples]\n";
        return 2;
    }
    std::cout << (option.empty() ? muster::web::declarations() : muster::web::samples());
    return std::cout.flush() ? 0 : 1;
}
