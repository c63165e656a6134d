// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/container/image/config.h"
#include "core/container/image/pull.h"
#include "core/container/image/unpack.h"
#include "core/kernel/base/defaults.h"
#include "core/kernel/base/id.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"

namespace muster::container::image {

struct StoreOptions {
    std::string directory; // absolute; made 0700
    PullOptions pull;
    UnpackOptions unpack;
    // At once, of different images; further ones wait, the first come first.
    int maxPulls = defaults::kMaxImagePulls;
    std::function<Instant()> now; // empty: the system's clock
};

enum class PullPolicy {
    IfMissing, // a name that was pulled once is not looked up again
    Always, // the registry is asked; layers that are here are not sent again
};

// An image that is ready to run.
struct Image {
    std::string digest; // "sha256:..."
    std::string name; // the canonical text of the reference
    ImageConfig config;
    std::vector<std::string> layers; // absolute folders in overlayfs' own format, top last: what
                                     // the image shows, so not each of its layers
};

struct EnsureOptions {
    PullPolicy policy = PullPolicy::IfMissing;
    ContainerId holder; // if not empty: the image is held for it before ensure() returns
    std::function<void(const PullProgress&)> progress; // called from the thread of ensure()
    std::stop_token stop; // leaves; the pull itself ends when nobody waits for it any more
};

struct ImageInfo {
    std::string digest;
    std::vector<std::string> names; // empty: the tag has moved on to another image
    Bytes size; // unpacked; layers that images share count in each
    Instant lastUsed;
    std::vector<ContainerId> holders;
};

struct Freed {
    std::vector<std::string> images; // digests
    Bytes bytes;
};

// Images on disk, unpacked once per layer. Thread-safe; ensure() blocks, run it on a worker thread.
// Every step can be the last before a kill -9: what a rename has not committed is removed by the
// next open(). One object per directory.
//   layers/<short>/     a layer's tree     images/<hex>.json   an image, written last
//   holds/<container>   the digest that a container uses       tmp/   downloads
class ImageStore {
public:
    static Result<std::unique_ptr<ImageStore>> open(StoreOptions options);
    ImageStore(const ImageStore&) = delete;
    ImageStore& operator=(const ImageStore&) = delete;
    ~ImageStore(); // cancels what is being pulled

    // The image, pulled if need be. Several calls for one image pull it once.
    Result<Image> ensure(const ImageReference& reference, const EnsureOptions& options);
    // parseReference() with the folders of this store's options.
    Result<ImageReference> parse(std::string_view text) const;

    // A held image is not removed. NotFound if the image is not here.
    Status hold(const ContainerId& container, const std::string& digest);
    Status release(const ContainerId& container); // success when nothing was held
    Status keepOnly(const std::set<ContainerId>& containers); // after a recovery
    // The image a container holds, for a container that outlived the agent.
    Result<Image> heldBy(const ContainerId& container) const;

    std::vector<ImageInfo> list() const; // by digest
    Result<Freed> prune(); // every image that nobody holds
    // Removes unused images: those not used for `maxAge`, then the oldest until what is left takes
    // no more than `diskBudget`.
    Result<Freed> collect(Duration maxAge, Bytes diskBudget);

private:
    struct State;
    explicit ImageStore(std::unique_ptr<State> state);

    const std::unique_ptr<State> m_state;
};

} // namespace muster::container::image
