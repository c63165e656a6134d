// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/container/files.h"

namespace muster::agentd {

// A task's stdout or stderr read as one stream, whose older parts are in files beside it (see
// core/container/init/output_mark.h). Offsets count from the stream's first byte and stay valid
// when files are renamed and the oldest are removed. The files are the task's: nothing but a plain
// file is opened, through no link, without waiting, and no number in them leads further than to
// wrong offsets. At most one of them is open. One thread.
class LogFiles {
public:
    // NotFound: there is no such file. Invalid: it is none. The messages end a sentence.
    static Result<LogFiles> open(container::Fd sandbox, std::string name);

    struct Extent {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    // Nothing: the files are just being renamed; ask again in a while.
    std::optional<Extent> extent();
    // Up to `size` bytes at `offset`, which moves on to the oldest byte that is left. 0: that is
    // all for now. Nothing: as above.
    std::optional<std::size_t> read(std::int64_t& offset, char* buffer, std::size_t size);

private:
    struct Part {
        std::string name;
        std::uint64_t inode = 0;
        std::int64_t size = 0;
        std::int64_t start = 0;
    };
    using Parts = std::vector<Part>; // the newest first

    LogFiles(container::Fd sandbox, std::string name)
        : m_sandbox(std::move(sandbox)), m_name(std::move(name)) { }
    std::optional<Part> part(const std::string& name) const;
    std::string mark() const;
    Parts list(bool rotated) const;
    bool isStill(const Parts& parts) const;
    std::optional<Parts> look();
    bool isAtEnd(std::int64_t offset) const;
    bool take(const Part& part);

    container::Fd m_sandbox;
    std::string m_name;
    container::Fd m_file;
    Part m_part; // what is open
    int m_unsettled = 0; // looks in a row whose mark fits no file
    std::string m_mark; // at the last look
};

} // namespace muster::agentd
