// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints declarations.ts of the web page. Used by its build.
#include <iostream>

#include "app/web/declarations/declarations.h"

int main() {
    std::cout << muster::web::declarations();
    return std::cout.flush() ? 0 : 1;
}
