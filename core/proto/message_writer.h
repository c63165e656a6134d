// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace google::protobuf {
class Descriptor;
class FieldDescriptor;
class Message;
} // namespace google::protobuf

namespace muster::proto {

enum class MesosEncoding { Json, Binary };

// Writes a message whose lists are too long to be held as objects: each part is encoded when it is
// added, so one object can serve for every row. Fields come in any order, those of a list in
// theirs. The JSON is what toMesosJson() makes of the whole message; the binary form reads as it.
//     MessageWriter tasks(*GetTasks::descriptor(), MesosEncoding::Json);
//     tasks.add("tasks", row);
//     tasks.add("tasks", another);
//     response.add("get_tasks", std::move(tasks));
// One thread at a time.
class MessageWriter {
public:
    MessageWriter(const google::protobuf::Descriptor& type, MesosEncoding encoding);

    // A message, or the next of a list. REQUIRES, also below: the type has such a field.
    void add(std::string_view field, const google::protobuf::Message& value);
    void add(std::string_view field, MessageWriter value);
    // What is set of a message of this type, which may lack required fields: no lists.
    void add(const google::protobuf::Message& fields);

    std::string finish() &&;

private:
    // Text that grows and is joined without being copied.
    class Pieces {
    public:
        std::string& tail(); // to append to
        void take(Pieces other);
        bool empty() const { return m_pieces.empty() || m_pieces.front().empty(); }
        std::size_t size() const;
        std::string join() &&;

    private:
        std::vector<std::string> m_pieces;
    };
    struct Part {
        const google::protobuf::FieldDescriptor* field;
        Pieces& bytes;
    };
    Part part(std::string_view field);
    void separate(const Part& part) const; // from the element of the list before, if any
    Pieces pieces() &&;
    Pieces jsonPieces();

    const google::protobuf::Descriptor& m_type;
    MesosEncoding m_encoding;
    std::vector<Pieces> m_parts; // by the place of the field in its declaration
    Pieces m_fields; // binary: those that came without a name
};

} // namespace muster::proto
