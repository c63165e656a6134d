// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/container/init/output_mark.h"

namespace muster::container {

// The files of one output stream: `name`, and `name`.1 (the newest) to `name`.<files>, none larger
// than `size`. The folder is the task's: nothing is opened through a link, nothing but a plain file
// of one name is written, and whatever else the task puts there is replaced or costs it its output.
// Neither a full disk nor the task's tricks block or fail the caller. Allocates nothing; one
// thread.
class OutputFiles {
public:
    // Goes on with a file that is there. `folder` is a descriptor, `name` at most 32 bytes; both
    // are the caller's and stay.
    OutputFiles(int folder, const char* name, std::uint64_t size, unsigned files);
    OutputFiles(const OutputFiles&) = delete;
    OutputFiles& operator=(const OutputFiles&) = delete;

    // What cannot be written is dropped; a line says how much once there is room again.
    void append(const char* data, std::size_t size);
    void tellDropped(); // as far as there is room

private:
    std::size_t write(const char* data, std::size_t size);
    bool ready();
    bool begin(bool keepOld);
    int createFresh() const;
    void discardOldest() const;
    void shift() const;
    bool adopt(int file);
    void resume();
    bool saveMark(std::uint64_t inode, std::uint64_t start) const;
    bool writeNote();

    const int m_folder;
    const char* const m_name;
    const std::uint64_t m_limit;
    const unsigned m_files;
    int m_file = -1;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0;
    std::uint64_t m_start = 0; // of the file in the stream
    std::uint64_t m_size = 0;
    std::uint64_t m_dropped = 0;
    int m_error = 0; // why
};

// A command's stdout or stderr on its way from the command's pipe or terminal to the files.
class Output {
public:
    Output(int folder, const char* name, std::uint64_t size, unsigned files);

    bool openPipe();
    void useTerminal(int outer, int inner); // non-blocking
    int commandEnd() const { return m_ends[1]; } // close-on-exec
    // Of a terminal it stays open: one that nobody has open tells of its end without pause, and a
    // command may come back to it.
    void closeCommandEnd();

    int pipe() const { return m_ends[0]; } // to wait for; -1: nobody can write any more
    void copy(); // what is there, up to some 100 KiB; does not wait for more
    // Takes what is in there now: processes that the command left may write for ever.
    void drain();

private:
    std::size_t copyUpTo(std::size_t most);

    OutputFiles m_files;
    int m_ends[2] = {-1, -1};
    bool m_isLarge = false;
    bool m_isTerminal = false;
};

} // namespace muster::container
