// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/image.h"

namespace muster::proto {

mesos::v1::ContainerInfo containerOf(const std::string& image) {
    mesos::v1::ContainerInfo out;
    out.set_type(mesos::v1::ContainerInfo::MESOS);
    out.mutable_mesos()->mutable_image()->set_type(mesos::v1::Image::DOCKER);
    out.mutable_mesos()->mutable_image()->mutable_docker()->set_name(image);
    return out;
}

std::optional<TaskImage> imageOf(const mesos::v1::ContainerInfo& container) {
    if (!container.has_type()) { // its default would be DOCKER
        return std::nullopt;
    }
    if (container.type() == mesos::v1::ContainerInfo::DOCKER) {
        return TaskImage{container.docker().image(), true, container.docker().force_pull_image()};
    }
    if (!container.mesos().has_image()) {
        return std::nullopt;
    }
    const auto& image = container.mesos().image();
    // Mesos: "cached" (true unless set) says that an image which is there already will do.
    const bool docker = image.type() == mesos::v1::Image::DOCKER;
    return TaskImage{docker ? image.docker().name() : "", false, !image.cached()};
}

} // namespace muster::proto
