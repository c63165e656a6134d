// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/download.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <thread>

#include <curl/curl.h>
#include <netinet/in.h>
#include <unistd.h>

#include "core/container/fetch/uri.h"

namespace muster::container::fetch {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int maxRedirects = 5;
constexpr int maxRetries = 3;
constexpr std::size_t maxHeaders = 256U << 10;
constexpr std::size_t maxIgnored = 64U << 10; // of the text that comes with an error
constexpr milliseconds progressPause{250};

struct CurlFree {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
    void operator()(char* text) const { curl_free(text); }
};
using Easy = std::unique_ptr<CURL, CurlFree>;

struct Failed {
    Error error;
    bool retry = false;
};
// A file that is there, a place to look next, or why not.
using Outcome = std::variant<DownloadEnd, HttpUrl, Failed>;

Failed failed(std::string message, Error::Kind kind, bool retry = false) {
    return {Error{std::move(message), kind}, retry};
}

// One request and its answer. libcurl calls back with a pointer to it.
class Request {
public:
    Request(const HttpUrl& url, const AddressRules& rules, int file, std::uint64_t maxBytes,
        const std::function<void(const DownloadProgress&)>& progress)
        : m_url(url), m_rules(rules), m_file(file), m_maxBytes(maxBytes), m_progress(progress),
          m_easy(curl_easy_init()) { }

    // Nothing of the environment or the user's files decides: all is set here.
    void prepare(const DownloadJob& job, const std::string& certificates, const std::string& user,
        milliseconds limit) {
        CURL* easy = m_easy.get();
        curl_easy_setopt(easy, CURLOPT_URL, m_url.text().c_str());
        curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(easy, CURLOPT_PROXY, "");
        curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
        curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
        curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
        curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
        curl_easy_setopt(easy, CURLOPT_USERAGENT, "muster-fetch");
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(limit.count()));
        curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
            static_cast<long>(std::min(limit, job.stallLimit).count()));
        curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(m_maxBytes));
        if (!user.empty())
            curl_easy_setopt(easy, CURLOPT_USERPWD, user.c_str());
        if (!certificates.empty()) {
            curl_blob blob{
                const_cast<char*>(certificates.data()), certificates.size(), CURL_BLOB_COPY};
            curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
            curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
        }
        m_stallLimit = job.stallLimit;
        setCallbacks();
    }

    Outcome perform() {
        const auto code = curl_easy_perform(m_easy.get());
        const long status = statusCode();
        if (status == 0 && m_refusal)
            return failed(*m_refusal, Error::Kind::Denied);
        if (m_writeError != 0)
            return failed(fmt::format("Failed to write the file: {}", std::strerror(m_writeError)),
                Error::Kind::Internal);
        if (status >= 300 && status < 400)
            return redirect(status);
        if (status != 0 && (status < 200 || status > 299))
            return badStatus(status);
        if (m_isTooLarge || code == CURLE_FILESIZE_EXCEEDED)
            return failed(
                fmt::format("it is larger than {} bytes, which the agent's limits leave for it",
                    m_maxBytes),
                Error::Kind::Invalid);
        if (m_isStalled)
            return failed(fmt::format("the server sent nothing for {} ms", m_stallLimit.count()),
                Error::Kind::Timeout, true);
        if (code != CURLE_OK)
            return broken(code);
        return DownloadEnd{m_written};
    }

private:
    void setCallbacks() {
        CURL* easy = m_easy.get();
        curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, m_text);
        curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &Request::onSocket);
        curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
        curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Request::onHeader);
        curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Request::onBody);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
        curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, &Request::onProgress);
        curl_easy_setopt(easy, CURLOPT_XFERINFODATA, this);
    }

    long statusCode() const {
        long status = 0;
        curl_easy_getinfo(m_easy.get(), CURLINFO_RESPONSE_CODE, &status);
        return status;
    }

    // The one place where every connection passes, whatever name, redirect or retry led here.
    static curl_socket_t onSocket(void* self, curlsocktype, curl_sockaddr* target) {
        auto& request = *static_cast<Request*>(self);
        const auto address = IpAddress::of(target->addr);
        request.m_refusal = !address
            ? "only IPv4 and IPv6 are supported"
            : request.m_rules.refusal(request.m_url.host, *address, portOf(target->addr));
        if (request.m_refusal)
            return CURL_SOCKET_BAD;
        return socket(target->family, target->socktype | SOCK_CLOEXEC, target->protocol);
    }

    static std::size_t onHeader(char*, std::size_t, std::size_t size, void* self) {
        auto& request = *static_cast<Request*>(self);
        request.m_headers += size;
        request.m_heard = Clock::now();
        return request.m_headers > maxHeaders ? 0 : size;
    }

    static std::size_t onBody(char* data, std::size_t, std::size_t size, void* self) {
        return static_cast<Request*>(self)->take(data, size) ? size : 0;
    }

    bool take(const char* data, std::size_t size) {
        m_heard = Clock::now();
        if (const long status = statusCode(); status < 200 || status > 299)
            return (m_ignored += size) <= maxIgnored;
        m_isTooLarge = size > m_maxBytes - m_written;
        if (m_isTooLarge)
            return false;
        while (size > 0) {
            const auto count = TEMP_FAILURE_RETRY(write(m_file, data, size));
            if (count < 0) {
                m_writeError = errno;
                return false;
            }
            data += count;
            size -= static_cast<std::size_t>(count);
            m_written += static_cast<std::size_t>(count);
        }
        return true;
    }

    static int onProgress(void* self, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) {
        auto& request = *static_cast<Request*>(self);
        const auto now = Clock::now();
        // libcurl's own limit is one of the average speed, which a fast start keeps up for long.
        request.m_isStalled = now - request.m_heard > request.m_stallLimit;
        if (request.m_isStalled)
            return 1;
        if (now - request.m_reported < progressPause)
            return 0;
        request.m_reported = now;
        request.m_progress({request.m_written, static_cast<std::uint64_t>(total)});
        return 0;
    }

    Outcome redirect(long status) const {
        curl_header* header = nullptr;
        if (curl_easy_header(m_easy.get(), "Location", 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
            return badStatus(status);
        const std::unique_ptr<CURLU, CurlFree> url(curl_url());
        char* text = nullptr;
        if (curl_url_set(url.get(), CURLUPART_URL, m_url.text().c_str(), 0) != CURLUE_OK
            || curl_url_set(url.get(), CURLUPART_URL, header->value, CURLU_URLENCODE) != CURLUE_OK
            || curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0) != CURLUE_OK
            || curl_url_get(url.get(), CURLUPART_URL, &text, 0) != CURLUE_OK)
            return failed(
                "the server redirects to what is no http or https URL", Error::Kind::Invalid);
        const std::unique_ptr<char, CurlFree> owned(text);
        auto next = HttpUrl::parse(text);
        if (!next)
            return failed(
                "the server redirects elsewhere: " + next.error().message, Error::Kind::Invalid);
        if (m_url.tls && !next->tls)
            return failed(fmt::format("the server redirects from https to {}; if that is as it "
                                      "should be, give that URL itself",
                              next->shown()),
                Error::Kind::Denied);
        return std::move(*next);
    }

    static Failed badStatus(long status) {
        const bool isBusy = status == 408 || status == 429 || (status >= 500 && status != 501);
        const auto kind = status == 404 || status == 410 ? Error::Kind::NotFound
            : status == 401 || status == 403             ? Error::Kind::Denied
            : isBusy                                     ? Error::Kind::Unavailable
                                                         : Error::Kind::Invalid;
        return failed(fmt::format("the server answers with status {}", status), kind, isBusy);
    }

    Failed broken(CURLcode code) const {
        const std::string text = m_text[0] != '\0' ? m_text : curl_easy_strerror(code);
        switch (code) {
        case CURLE_OPERATION_TIMEDOUT:
            return failed(text, Error::Kind::Timeout, true);
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_CONNECT:
        case CURLE_PARTIAL_FILE:
        case CURLE_RECV_ERROR:
        case CURLE_SEND_ERROR:
        case CURLE_GOT_NOTHING:
            return failed(text, Error::Kind::Unavailable, true);
        case CURLE_PEER_FAILED_VERIFICATION:
            return failed(text + "; the agent's --fetch_ca_file names further authorities",
                Error::Kind::Denied);
        default:
            return failed(text, Error::Kind::Unavailable);
        }
    }

    const HttpUrl& m_url;
    const AddressRules& m_rules;
    const int m_file;
    const std::uint64_t m_maxBytes;
    const std::function<void(const DownloadProgress&)>& m_progress;
    const Easy m_easy;
    char m_text[CURL_ERROR_SIZE] = "";
    std::optional<std::string> m_refusal;
    std::uint64_t m_written = 0;
    std::size_t m_headers = 0;
    std::size_t m_ignored = 0;
    int m_writeError = 0;
    bool m_isTooLarge = false;
    bool m_isStalled = false;
    milliseconds m_stallLimit{};
    Clock::time_point m_heard = Clock::now();
    Clock::time_point m_reported = Clock::now();
};

milliseconds until(Clock::time_point end) {
    return std::max(std::chrono::ceil<milliseconds>(end - Clock::now()), milliseconds(0));
}

} // namespace

Download::Download(const DownloadJob& job, AddressRules rules, std::string certificates, int file)
    : m_job(job), m_rules(std::move(rules)), m_certificates(std::move(certificates)), m_file(file) {
}

Result<DownloadEnd> Download::run(const std::function<void(const DownloadProgress&)>& progress) {
    const auto first = HttpUrl::parse(m_job.url);
    if (!first)
        return tl::unexpected(first.error());
    const auto deadline = Clock::now() + m_job.maxTime;
    const auto attempt = [&]() -> std::variant<DownloadEnd, Failed> {
        HttpUrl url = *first;
        std::string via;
        for (int hop = 0; hop <= maxRedirects; ++hop) {
            Request request(url, m_rules, m_file, m_job.maxBytes, progress);
            request.prepare(m_job, m_certificates,
                url.sameOrigin(*first) ? m_job.credentials : std::string(),
                std::max(until(deadline), milliseconds(1)));
            auto outcome = request.perform();
            if (const auto* end = std::get_if<DownloadEnd>(&outcome))
                return *end;
            if (auto* why = std::get_if<Failed>(&outcome)) {
                why->error.message = via + why->error.message;
                return *why;
            }
            url = std::get<HttpUrl>(std::move(outcome));
            via = fmt::format("redirected to {}: ", url.shown());
        }
        return failed(fmt::format("more than {} redirects", maxRedirects), Error::Kind::Invalid);
    };
    for (int retries = 0;; ++retries) {
        if (ftruncate(m_file, 0) != 0 || lseek(m_file, 0, SEEK_SET) != 0)
            return failure("Failed to write the file from its beginning", Error::Kind::Internal);
        const auto outcome = attempt();
        if (const auto* end = std::get_if<DownloadEnd>(&outcome))
            return *end;
        const auto& why = std::get<Failed>(outcome);
        if (!why.retry)
            return tl::unexpected(why.error);
        const auto pause = m_job.retryPause * (1 << retries);
        if (retries == maxRetries || until(deadline) <= pause)
            return retries == 0
                ? tl::unexpected(why.error)
                : failure(fmt::format("{} (tried {} times)", why.error.message, retries + 1),
                    why.error.kind);
        std::this_thread::sleep_for(pause);
    }
}

} // namespace muster::container::fetch
