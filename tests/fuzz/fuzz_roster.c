/*
 * Any bytes as a class list, and as the times and rates that an instructor writes: a student has a key of its own and
 * a name, a row that is none has its line and a reason.
 * sources: grader/class/roster.c grader/class/csv.c grader/class/late.c runner/base/utf8.c runner/base/util.c
 * sources: runner/base/memory.c
 * sources: grader/class/heading.c
 * sources: runner/base/err.c -ljansson -lsodium -lm
 */
#include "fuzz.h"

#include "grader/class/late.h"
#include "grader/class/roster.h"

#include <string.h>

/* It is shown on terminals, and stored. */
static void is_harmless(const json_t *student, const char *key)
{
    const char *s = util_str(student, key, "\n");
    MUST(strlen(s) <= ROSTER_TEXT);
    for (; *s; s++)
        MUST((unsigned char)*s >= ' ' && *s != 127 && !((unsigned char)*s == 0xC2 && (unsigned char)s[1] < 0xA0));
}

static void hold(const json_t *class, size_t rows)
{
    static const char *const shown[] = { "key", "name", "email", "section" };
    json_t *keys = json_object();
    const json_t *row;
    size_t k;
    json_array_foreach(json_object_get(class, "students"), k, row) {
        const char *key = util_str(row, "key", "");
        MUST(*key && strlen(key) <= ROSTER_KEY && !json_object_get(keys, key) && *util_str(row, "name", ""));
        MUST(json_is_object(json_object_get(row, "extra")));
        json_object_set_new(keys, key, json_true());
        for (size_t q = 0; q < sizeof shown / sizeof *shown; q++)
            is_harmless(row, shown[q]);
    }
    json_array_foreach(json_object_get(class, "bad"), k, row)
        MUST(json_integer_value(json_object_get(row, "line")) > 1 && *util_str(row, "why", ""));
    MUST(json_array_size(json_object_get(class, "students")) + json_array_size(json_object_get(class, "bad")) < rows);
    json_decref(keys);
}

static void class_list(const char *text, size_t n)
{
    struct err e = { "" };
    struct csv *c = csv_parse(text, n, &e);
    json_t *class = c ? roster_parse(c, NULL, 0, &e) : NULL;
    MUST(class || *e.text);
    if (class)
        hold(class, csv_rows(c));
    json_decref(class);
    csv_free(c);
}

static void words(const char *text)
{
    int64_t ms, again;
    double percent;
    bool hourly;
    char to[32];
    if (!late_parse_time(text, &ms)) {
        late_format_time(ms, to);
        MUST(!late_parse_time(to, &again) && again == ms);
    }
    MUST(late_parse_span(text, &ms) || ms >= 0);
    MUST(late_parse_rate(text, &percent, &hourly) || (percent >= 0 && percent <= 100));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size), *headed = util_path("ID,Name,E-mail,Section\n%s", text);
    class_list((const char *)data, size);
    class_list(headed, strlen(headed));
    words(text);
    free(headed);
    free(text);
    return 0;
}
