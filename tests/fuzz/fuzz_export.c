/*
 * Any bytes as a file of Canvas or Moodle: it is refused with a sentence, or comes back with the same cells but for
 * one column of numbers.
 * sources: grader/export/export_canvas.c grader/export/export_moodle.c grader/export/export_fill.c
 * sources: grader/export/export_match.c
 * sources: grader/export/export_text.c grader/class/adjust.c grader/class/late.c grader/class/csv.c
 * sources: runner/base/utf8.c runner/base/util.c runner/base/memory.c
 * sources: grader/class/remark.c
 * sources: runner/base/err.c -ljansson -lsodium -lm
 */
#include "fuzz.h"

#include "grader/class/csv.h"
#include "grader/export/export.h"

#include <string.h>

static const char class[] =
    "[{\"key\":\"1\",\"name\":\"Ada Doe\",\"email\":\"a@x\",\"grade\":5,\"max\":10,\"extra\":{\"ID\":\"7\"},"
    "\"origin\":\"A_12_assignsubmission_file_\"},"
    "{\"key\":\"2\",\"name\":\"B\",\"email\":\"b@x\",\"grade\":3,\"max\":9}]";

static void check_cell(const struct csv *a, const struct csv *b, size_t r, size_t k, size_t *changed)
{
    size_t n, m;
    const char *x = csv_raw(a, r, k, &n), *y = csv_raw(b, r, k, &m);
    if (n == m && !memcmp(x, y, n))
        return;
    MUST(*changed == SIZE_MAX || *changed == k);
    *changed = k;
    MUST(strspn(csv_cell(b, r, k), "-0123456789.,") == strlen(csv_cell(b, r, k)));
}

static void check_same(const char *before, size_t n, const struct text *after)
{
    struct err e;
    struct csv *a = csv_parse(before, n, &e), *b = csv_parse(text_str(after), after->len, &e);
    size_t changed = SIZE_MAX;
    MUST(a && b && csv_rows(a) == csv_rows(b) && csv_bom(a) == csv_bom(b) && csv_separator(a) == csv_separator(b));
    for (size_t r = 0; r < csv_rows(a); r++) {
        MUST(csv_cells(a, r) == csv_cells(b, r) && !strcmp(csv_ending(a, r), csv_ending(b, r)));
        for (size_t k = 0; k < csv_cells(a, r); k++)
            check_cell(a, b, r, k, &changed);
    }
    csv_free(a);
    csv_free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    json_t *rows = json_loads(class, 0, NULL), *notes = NULL;
    struct export_class c = { .lab = "lab", .title = "T", .max = 10, .rows = rows };
    struct text out = { 0 };
    struct err e = { "" };
    const char *file = (const char *)data + 1;
    int rc = (data[0] & 1 ? export_fill_canvas : export_fill_moodle)(&c, file, size - 1, NULL, &out, &notes, &e);
    if (rc)
        MUST(*e.text && !notes);
    else
        check_same(file, size - 1, &out);
    text_finish(&out);
    json_decref(notes);
    json_decref(rows);
    return 0;
}
