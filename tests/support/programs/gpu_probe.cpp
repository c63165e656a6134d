// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Says what the kernel lets this process open; the oracle of the isolation tests, and nvidia-smi's
// stand-in where there is no driver. "EPERM": the device rules deny it. "ENXIO": they allow it, and
// no driver answers. "ok": it opened.
//   gpu-probe                     one line for each /dev/nvidia<N>:  GPU <N>: ENXIO
//   gpu-probe PATH...             one line for each path:            PATH: EPERM
//   gpu-probe --mknod DIR N...    makes DIR/probe-<N>, c 195:<N>:    GPU <N>: EPERM
// Static and without Muster's code, so that it runs on any root file system.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace {

std::string outcome(const std::string& path) {
    const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (fd >= 0) {
        close(fd);
        return "ok";
    }
    return strerrorname_np(errno);
}

std::vector<unsigned> minorsInDev() {
    std::vector<unsigned> minors;
    DIR* listing = opendir("/dev");
    while (const dirent* entry = listing != nullptr ? readdir(listing) : nullptr) {
        const std::string name = entry->d_name;
        char* end = nullptr;
        if (name.rfind("nvidia", 0) != 0 || name.size() == 6)
            continue;
        const unsigned long minor = std::strtoul(name.c_str() + 6, &end, 10);
        if (*end == '\0')
            minors.push_back(static_cast<unsigned>(minor));
    }
    if (listing != nullptr)
        closedir(listing);
    std::sort(minors.begin(), minors.end());
    return minors;
}

void probeMade(const std::string& directory, const char* minor) {
    const std::string path = directory + "/probe-" + minor;
    const auto device = makedev(195, static_cast<unsigned>(std::strtoul(minor, nullptr, 10)));
    if (mknod(path.c_str(), S_IFCHR | 0666, device) != 0) {
        std::printf("GPU %s: mknod %s\n", minor, strerrorname_np(errno));
        return;
    }
    std::printf("GPU %s: %s\n", minor, outcome(path).c_str());
    unlink(path.c_str());
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 2 && std::strcmp(argv[1], "--mknod") == 0) {
        for (int i = 3; i < argc; ++i)
            probeMade(argv[2], argv[i]);
        return 0;
    }
    for (int i = 1; i < argc; ++i)
        std::printf("%s: %s\n", argv[i], outcome(argv[i]).c_str());
    if (argc == 1) {
        for (const unsigned minor : minorsInDev())
            std::printf(
                "GPU %u: %s\n", minor, outcome("/dev/nvidia" + std::to_string(minor)).c_str());
    }
    return 0;
}
