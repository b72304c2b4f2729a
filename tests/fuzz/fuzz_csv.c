/*
 * Any bytes as a table: what is read can be written back byte by byte, and each cell survives being written anew.
 * sources: runner/base/err.c
 * sources: grader/class/csv.c runner/base/utf8.c runner/base/util.c runner/base/memory.c -ljansson -lsodium
 */
#include "fuzz.h"

#include "grader/class/csv.h"

#include <string.h>

static void cell_survives(const struct csv *c, size_t row, size_t cell)
{
    const char *said = csv_cell(c, row, cell);
    struct text t = {.cap = CSV_MAX_BYTES};
    struct err e;
    csv_write_cell(&t, said, ',');
    text_add(&t, ",,\n", 3); /* enough commas for the comma to be what separates */
    struct csv *again = csv_parse(text_str(&t), t.len, &e);
    MUST(again && csv_rows(again) == 1);
    /* a byte order mark that begins the cell is taken for the file's, and separators in it may outnumber ours */
    MUST(csv_separator(again) != ',' || csv_bom(again) || !strcmp(csv_cell(again, 0, 0), said));
    csv_free(again);
    text_finish(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err e = {""};
    struct text t = {.cap = CSV_MAX_BYTES + 16};
    struct csv *c = csv_parse((const char *)data, size, &e);
    MUST(c || *e.text);
    if (!c)
        return 0;
    if (csv_bom(c))
        text_add(&t, "\xEF\xBB\xBF", 3);
    for (size_t r = 0; r < csv_rows(c); r++) {
        for (size_t k = 0; k < csv_cells(c, r); k++) {
            size_t n;
            const char *raw = csv_raw(c, r, k, &n);
            char sep = csv_separator(c);
            text_add(&t, &sep, k > 0);
            text_add(&t, raw, n);
            if (r < 8 && k < 8)
                cell_survives(c, r, k);
        }
        text_add(&t, csv_ending(c, r), strlen(csv_ending(c, r)));
    }
    MUST(t.len == size && !memcmp(text_str(&t), data, size));
    text_finish(&t);
    csv_free(c);
    return 0;
}
