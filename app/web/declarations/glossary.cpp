// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/glossary.h"

#include "app/web/declarations/script.h"
#include "app/web/declarations/wire_types.h"
#include "core/proto/states.h"
#include "core/words/page.h"
#include "core/words/state_words.h"

namespace muster::web {

namespace {

std::string pageDeclarations() {
    std::vector<std::string> names;
    Json rows;
    for (const auto& page : words::pages()) {
        names.emplace_back(page.name);
        rows.push_back(
            {{"name", page.name}, {"title", page.title}, {"icon", page.name}, {"keys", page.keys}});
    }
    return fmt::format("export type PageName = {};\n", unionOf(names))
        + "// In the order of the navigation. Of keys that are pressed one after the other: \"g "
          "o\".\n"
        + "export interface Page {\n  name: PageName;\n  title: string;\n  icon: string;\n"
          "  keys: readonly string[];\n}\n"
        + constant("pages", "readonly Page[]", rows);
}

std::string markDeclarations() {
    const auto colour = [](std::uint32_t rgb) { return fmt::format("#{:06x}", rgb); };
    std::vector<std::string> names;
    Json rows;
    for (int i = 0; i < words::kMarkCount; ++i) {
        const auto& style = words::style(static_cast<words::Mark>(i));
        names.emplace_back(style.name);
        rows[std::string(style.name)] = {
            {"icon", style.icon}, {"light", colour(style.onLight)}, {"dark", colour(style.onDark)}};
    }
    return fmt::format("export type Mark = {};\n", unionOf(names))
        + "// One of resources/icons, and its colour on a light and on a dark ground.\n"
        + constant("marks",
            "Readonly<Record<Mark, { readonly icon: string; readonly light: string; "
            "readonly dark: string }>>",
            rows);
}

// What a state is to people, from the table that has it.
template <typename Wire>
words::StateWords shownOf(Wire wire) {
    if constexpr (requires { words::wordsOf(wire); }) {
        return words::wordsOf(wire);
    } else if constexpr (std::is_same_v<Wire, v1::AuditRow::Kind>) {
        const auto kind = proto::fromProto(wire);
        return {.word = kind ? actionOf(*kind) : std::string_view(), .mark = words::markOf(wire)};
    } else if constexpr (std::is_same_v<Wire, v1::GpuPath::Level>) {
        const auto level = proto::fromProto(wire);
        return {.word = proto::word(wire),
            .sentence
            = level ? pathTable()[static_cast<std::size_t>(*level)].meaning : std::string_view()};
    } else if constexpr (requires { wording(*proto::fromProto(wire)); }) {
        const auto known = proto::fromProto(wire);
        return known ? words::StateWords{.word = proto::word(wire),
                   .sentence = wording(*known).sentence,
                   .remedy = wording(*known).remedy}
                     : words::StateWords{.word = proto::word(wire)};
    } else {
        return {.word = proto::word(wire)};
    }
}

template <typename Wire>
std::string_view wireOf(Wire wire) {
    if constexpr (std::is_same_v<Wire, v1::AuditRow::Kind>) {
        return shownOf(wire).word;
    } else {
        return proto::word(wire);
    }
}

template <typename Wire>
bool ended(Wire wire) {
    if constexpr (requires { isTerminal(*proto::fromProto(wire)); }) {
        const auto known = proto::fromProto(wire);
        return known && isTerminal(*known);
    }
    return false;
}

struct Words {
    std::string types;
    Json rows;

    template <typename Wire>
    void add() {
        const auto& type = *google::protobuf::GetEnumDescriptor<Wire>();
        const auto typeName = web::typeName(type);
        auto name = typeName;
        name.front() = static_cast<char>(std::tolower(name.front()));
        types += fmt::format("  readonly {}: Readonly<Record<{}, StateWords>>;\n", name, typeName);
        for (int i = 0; i < type.value_count(); ++i) {
            const auto wire = static_cast<Wire>(type.value(i)->number());
            const auto shown = shownOf(wire);
            rows[name][type.value(i)->name()]
                = {{"wire", wireOf(wire)}, {"word", shown.word}, {"mark", style(shown.mark).name},
                    {"help", shown.sentence}, {"remedy", shown.remedy}, {"ended", ended(wire)}};
        }
    }
};

constexpr std::string_view kStateWords
    = R"(// What people read of a state or a reason. "wire": its word in the values of columns, in JSON and CSV; "help": what it
// means; "remedy": what the reader can do. Of one of a newer master there is none: show it as "unknown".
export interface StateWords {
  readonly wire: string;
  readonly word: string;
  readonly mark: Mark;
  readonly help: string;
  readonly remedy: string;
  readonly ended: boolean;
}
)";

std::string wordDeclarations() {
    Words words;
    words.add<v1::Gpu::State>();
    words.add<v1::GpuPath::Level>();
    words.add<v1::Agent::State>();
    words.add<v1::Task::State>();
    words.add<v1::Task::Source>();
    words.add<v1::Task::Reason>();
    words.add<v1::Job::State>();
    words.add<v1::Job::WaitReason>();
    words.add<v1::Refusals::Reason>();
    words.add<v1::Alert::Rule>();
    words.add<v1::Alert::Severity>();
    words.add<v1::Alert::ObjectKind>();
    words.add<v1::AuditRow::Kind>();
    return std::string(kStateWords)
        + constant("words", fmt::format("{{\n{}}}", words.types), words.rows);
}

} // namespace

std::string glossaryDeclarations() {
    return pageDeclarations() + markDeclarations() + wordDeclarations();
}

} // namespace muster::web
