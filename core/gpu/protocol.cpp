// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/protocol.h"

#include <algorithm>

namespace muster::gpu {
namespace {

constexpr std::size_t kHeader = 4;
constexpr std::size_t kMostItems = 4096;
constexpr std::size_t kLongestText = 4096;

template <typename T>
concept Number = std::is_integral_v<T>;
template <typename T>
concept Enumeration = std::is_enum_v<T>;

class Writer {
public:
    std::string bytes = std::string(kHeader, '\0');

    void operator()(Number auto number) {
        const auto bits = static_cast<std::uint64_t>(number);
        for (std::size_t i = 0; i < sizeof(number); ++i) {
            bytes.push_back(static_cast<char>(bits >> (8 * i)));
        }
    }
    void operator()(Enumeration auto value) { (*this)(static_cast<std::uint8_t>(value)); }
    void operator()(Bytes amount) { (*this)(amount.value); }
    void operator()(const std::string& text) {
        const auto size = std::min(text.size(), kLongestText);
        (*this)(static_cast<std::uint16_t>(size));
        bytes.append(text, 0, size);
    }
    template <typename T>
    void operator()(const std::optional<T>& value) {
        (*this)(value.has_value());
        if (value) {
            (*this)(*value);
        }
    }
    template <typename T>
    void operator()(const std::vector<T>& items) {
        const auto count = std::min(items.size(), kMostItems);
        (*this)(static_cast<std::uint16_t>(count));
        std::for_each_n(items.begin(), count, [this](const T& item) { fields(*this, item); });
    }
    void operator()(const MetricValues& values) {
        for (const auto value : values) {
            (*this)(value);
        }
    }

    std::string frame() && {
        for (std::size_t i = 0; i < kHeader; ++i) {
            bytes[i] = static_cast<char>((bytes.size() - kHeader) >> (8 * i));
        }
        return std::move(bytes);
    }
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : m_rest(bytes) { }

    bool ok() const { return m_ok; }
    bool finished() const { return m_ok && m_rest.empty(); }

    void operator()(Number auto& number) {
        std::uint64_t bits = 0;
        const auto bytes = take(sizeof(number));
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            bits |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
        }
        number = static_cast<std::remove_reference_t<decltype(number)>>(bits);
    }
    void operator()(bool& value) {
        std::uint8_t byte = 0;
        (*this)(byte);
        require(byte <= 1);
        value = byte == 1;
    }
    void operator()(GpuHealth& health) { enumeration(health, GpuHealth::Lost); }
    void operator()(Error::Kind& kind) { enumeration(kind, Error::Kind::Internal); }
    void operator()(PathLevel& level) { enumeration(level, PathLevel::System); }
    void operator()(Bytes& amount) { (*this)(amount.value); }
    void operator()(std::string& text) {
        std::uint16_t size = 0;
        (*this)(size);
        require(size <= kLongestText);
        text = take(m_ok ? size : 0);
    }
    template <typename T>
    void operator()(std::optional<T>& value) {
        bool present = false;
        (*this)(present);
        if (present) {
            (*this)(value.emplace());
        }
    }
    template <typename T>
    void operator()(std::vector<T>& items) {
        std::uint16_t count = 0;
        (*this)(count);
        require(count <= kMostItems);
        for (std::size_t i = 0; i < count && m_ok; ++i) {
            fields(*this, items.emplace_back());
        }
    }
    void operator()(MetricValues& values) {
        for (auto& value : values) {
            (*this)(value);
            require(value >= kUnknown);
        }
    }

private:
    void require(bool condition) { m_ok = m_ok && condition; }
    std::string_view take(std::size_t size) {
        require(size <= m_rest.size());
        const auto bytes = m_rest.substr(0, m_ok ? size : 0);
        m_rest.remove_prefix(bytes.size());
        return bytes;
    }
    template <typename E>
    void enumeration(E& value, E last) {
        std::uint8_t byte = 0;
        (*this)(byte);
        require(byte <= static_cast<std::uint8_t>(last));
        value = m_ok ? static_cast<E>(byte) : E{};
    }

    std::string_view m_rest;
    bool m_ok = true;
};

// One list of fields a struct, read by the writer and by the reader: they cannot drift apart.
template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

void fields(auto& io, Is<GpuInfo::Link> auto& link) {
    io(link.peer.value);
    io(link.lanes);
}

void fields(auto& io, Is<GpuInfo::Path> auto& path) {
    io(path.peer.value);
    io(path.level);
}

void fields(auto& io, Is<GpuInfo> auto& gpu) {
    io(gpu.uuid.value);
    io(gpu.index);
    io(gpu.minor);
    io(gpu.model);
    io(gpu.busId);
    io(gpu.memory);
    io(gpu.powerLimit);
    io(gpu.computeMode);
    io(gpu.persistence);
    io(gpu.displayActive);
    io(gpu.mig);
    io(gpu.ecc);
    io(gpu.links);
    io(gpu.paths);
    io(gpu.numaNode);
}

void fields(auto& io, Is<Discovery::Unreachable> auto& gpu) {
    io(gpu.index);
    io(gpu.reason);
}

void fields(auto& io, Is<Discovery::Class> auto& one) {
    io(one.gpu.value);
    io(one.capability);
    io(one.brand);
}

void fields(auto& io, Is<Discovery> auto& discovery) {
    io(discovery.gpus);
    io(discovery.classes);
    io(discovery.unreachable);
    io(discovery.driverVersion);
    io(discovery.cudaVersion);
    io(discovery.nvmlVersion);
}

void fields(auto& io, Is<GpuProcess> auto& process) {
    io(process.pid);
    io(process.name);
    io(process.graphics);
    io(process.memory);
}

void fields(auto& io, Is<GpuSample> auto& sample) {
    io(sample.uuid.value);
    io(sample.health);
    io(sample.trouble);
    io(sample.values);
    io(sample.processes);
}

void fields(auto& io, Is<Sample> auto& sample) {
    io(sample.slow);
    io(sample.gpus);
}

void fields(auto& io, Is<Error> auto& error) {
    io(error.kind);
    io(error.message);
}

enum Tag : std::uint8_t { DiscoveryTag = 1, SampleTag = 2, ErrorTag = 3 };

template <typename T>
std::string encodeAs(Tag tag, const T& value) {
    Writer writer;
    writer(static_cast<std::uint8_t>(tag));
    fields(writer, value);
    return std::move(writer).frame();
}

template <typename T>
Result<T> decodeAs(std::string_view payload) {
    Reader reader(payload.substr(1));
    T value;
    fields(reader, value);
    if (!reader.finished()) {
        return failure(
            "Failed to read muster-nvml's answer: it is malformed", Error::Kind::Internal);
    }
    return value;
}

} // namespace

std::string encode(Request request) {
    Writer writer;
    writer(request);
    return std::move(writer).frame();
}

std::string encode(const Reply& reply) {
    if (!reply) {
        return encodeAs(ErrorTag, reply.error());
    }
    const auto* discovery = std::get_if<Discovery>(&*reply);
    return discovery ? encodeAs(DiscoveryTag, *discovery)
                     : encodeAs(SampleTag, std::get<Sample>(*reply));
}

Result<Request> decodeRequest(std::string_view payload) {
    const unsigned byte = payload.size() == 1 ? static_cast<unsigned char>(payload[0]) : 0;
    if (byte < static_cast<unsigned>(Request::Discover)
        || byte > static_cast<unsigned>(Request::Shutdown)) {
        return failure(
            "Failed to read the agent's request: it is malformed", Error::Kind::Internal);
    }
    return static_cast<Request>(byte);
}

Result<Reply> decodeReply(std::string_view payload) {
    const auto answer = [](auto value) { return Reply(Answer(std::move(value))); };
    switch (payload.empty() ? 0 : payload[0]) {
    case DiscoveryTag:
        return decodeAs<Discovery>(payload).map(answer);
    case SampleTag:
        return decodeAs<Sample>(payload).map(answer);
    case ErrorTag:
        return decodeAs<Error>(payload).map(
            [](Error error) { return Reply(tl::unexpected(std::move(error))); });
    }
    return failure("Failed to read muster-nvml's answer: unknown kind", Error::Kind::Internal);
}

Result<std::optional<std::string>> FrameReader::next() {
    if (m_bytes.size() < kHeader) {
        return std::nullopt;
    }
    std::size_t size = 0;
    for (std::size_t i = 0; i < kHeader; ++i) {
        size |= std::size_t{static_cast<unsigned char>(m_bytes[i])} << (8 * i);
    }
    if (size > kLargestPayload) {
        return failure("A frame of " + std::to_string(size) + " bytes is over the limit of "
                + std::to_string(kLargestPayload),
            Error::Kind::Internal);
    }
    if (m_bytes.size() < kHeader + size) {
        return std::nullopt;
    }
    auto payload = m_bytes.substr(kHeader, size);
    m_bytes.erase(0, kHeader + size);
    return payload;
}

} // namespace muster::gpu
