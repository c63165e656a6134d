// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/container/unpack/entry_name.h"
#include "tests/fuzz/check.h"

namespace {

using namespace muster;
using namespace muster::unpack;

// Every step of the path goes down.
void checkSteps(const std::string& path) {
    fuzz::check(path.size() <= 4096, "a path keeps its limit");
    for (std::string_view rest = path;;) {
        const auto end = rest.find('/');
        const auto step = rest.substr(0, end);
        fuzz::check(!step.empty() && step != "." && step != ".." && step.size() <= 255,
            "a step leads into a folder");
        if (end == std::string_view::npos)
            return;
        rest.remove_prefix(end + 1);
    }
}

void checkPlace(std::string_view entry, Absolute absolute) {
    auto place = placeOf(entry, absolute);
    if (!place || place->isRoot())
        return;
    checkSteps(place->path());
    fuzz::check(placeOf(place->path(), Absolute::Refused) == *place, "a path is a name of its own");
    const auto before = *place;
    const auto whiteout = takeWhiteout(*place);
    if (whiteout)
        checkSteps(place->path());
    fuzz::check(
        whiteout == Whiteout::Removed || *place == before, "only what is removed is renamed");
}

} // namespace

// The names of entries, and how messages show them.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto entry = fuzz::textOf(data, size);
    checkPlace(entry, Absolute::FromRoot);
    checkPlace(entry, Absolute::Refused);
    fuzz::check(entry.empty() || entry[0] != '/' || !placeOf(entry, Absolute::Refused),
        "an archive has no absolute names");
    const auto shown = printable(entry);
    fuzz::check(shown.size() <= 200, "what is shown keeps its limit");
    fuzz::check(std::none_of(shown.begin(), shown.end(),
                    [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }),
        "what is shown controls no terminal");
    return 0;
}
