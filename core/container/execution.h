// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace muster::container {

// A command that was started inside a running container, beside the container's own. Whoever holds
// it waits for endFd() and then calls finish(); dropped before that it is killed with its process
// group, but a command that is just starting may be left behind. For one thread.
class Execution {
public:
    virtual ~Execution() = default;

    virtual int endFd() const = 0; // readable once it has ended
    // Its exit status, 128 + N after signal N. Blocks until the end.
    virtual int finish() = 0;
    // To the command and its process group. False: nobody knows yet which that is, try again.
    virtual bool signal(int number) = 0;
    // The terminal that it was given has another size now.
    virtual void resized() { }
};

} // namespace muster::container
