// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/template.h"

#include "tests/fuzz/check.h"

// A job or a template that somebody gave away; what is read is written so that it reads the same.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace muster::spec;
    const auto text = muster::fuzz::textOf(data, size);
    if (const auto file = parseJob(text)) {
        (void)defects(file->job);
        const auto again = parseJob(yamlText(file->job));
        muster::fuzz::check(again && again->job == file->job, "a job is read as it was written");
    }
    if (const auto form = parseTemplate(text))
        (void)fill(*form, form->defaults());
    return 0;
}
