/*
 * Any bytes as an archive, and any lines as the names of what was handed in: nothing crashes, the limits hold, what
 * is told of an entry is safe to show, and nothing is lost between the two lists.
 * sources: grader/intake/intake.c grader/intake/intake_read.c runner/base/utf8.c runner/base/util.c
 * sources: runner/base/memory.c -ljansson
 * sources: runner/base/err.c -lsodium -larchive
 */
#include "fuzz.h"

#include "grader/intake/intake.h"

#include <string.h>

struct seen {
    json_t *entries;
    int64_t bytes;
};

static void entry(const struct intake_entry *e, void *data)
{
    struct seen *s = data;
    json_t *j = json_pack("{s:s s:I s:I}", "path", e->path, "size", (json_int_t)e->size, "mtime", (json_int_t)e->mtime);
    MUST(j && e->size >= 0);
    MUST(!e->text || (strlen(e->text) == (size_t)e->size && e->size <= INTAKE_FILE_BYTES));
    MUST(e->refused || !intake_path_problem(e->path));
    if (e->text)
        MUST(!json_object_set_new(j, "text", json_string(e->text)));
    if (e->refused)
        MUST(!json_object_set_new(j, "refused", json_string(e->refused)));
    s->bytes += e->text ? e->size : 0;
    json_array_append_new(s->entries, j);
}

static void grouped(const json_t *edit, const json_t *entries)
{
    json_t *students = json_pack("[{s:s s:s s:s s:{s:s}} {s:s s:s}]", "key", "1", "name", "Ada Doe", "email", "a@x", "extra",
                                 "ID", "12", "key", "b", "name", "B");
    json_t *g = intake_group(students, edit, entries, "x.zip", -1);
    MUST(!json_array_size(entries) || json_array_size(json_object_get(g, "submissions")) ||
         json_array_size(json_object_get(g, "unknown")));
    json_decref(g);
    json_decref(intake_group(students, edit, entries, "x.zip", 1));
    json_decref(students);
}

/* Each line a path. */
static json_t *paths(const uint8_t *data, size_t size)
{
    json_t *list = json_array();
    for (size_t k = 0, n; k < size; k += n + 1) {
        const uint8_t *nl = memchr(data + k, '\n', size - k);
        n = nl ? (size_t)(nl - data) - k : size - k;
        json_t *path = json_stringn((const char *)data + k, n);
        if (path && strlen(json_string_value(path)) == n)
            json_array_append_new(list, json_pack("{s:O s:i s:i s:s}", "path", path, "size", 1, "mtime", 1, "text", "x"));
        json_decref(path);
    }
    return list;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct seen s = {.entries = json_array()};
    struct err e = {""};
    json_t *edit = json_pack("[s]", "a.c"), *names = paths(data, size < 4096 ? size : 4096);
    struct intake_reader r = {.edit = edit, .entry = entry, .data = &s};
    MUST(!intake_read_packed(&r, data, size, "1", 1, &e) || *e.text);
    MUST(json_array_size(s.entries) <= INTAKE_ENTRIES && s.bytes <= INTAKE_BYTES);
    grouped(edit, s.entries);
    grouped(edit, names);
    json_decref(s.entries);
    json_decref(names);
    json_decref(edit);
    return 0;
}
