/* export_total.c: what the labs of a term come to, as a table: a column for each lab's share, and the total. */
#include "export_internal.h"

#include <string.h>

static void add_share(struct text *to, const json_t *share)
{
    if (json_is_number(share))
        export_number(to, 100 * json_number_value(share), '.');
}

void export_total(const json_t *total, struct text *to)
{
    static const char *const columns[] = { "key", "name", "section" };
    const json_t *labs = json_object_get(total, "labs"), *l, *row, *d;
    size_t k, q;
    text_addf(to, "key,name,section,total");
    json_array_foreach(labs, q, l) {
        text_addf(to, ",");
        export_cell(to, util_str(l, "lab", ""), ',');
    }
    text_addf(to, ",dropped\r\n");
    json_array_foreach(json_object_get(total, "rows"), k, row) {
        struct text dropped = { 0 };
        for (q = 0; q < sizeof columns / sizeof *columns; q++) {
            export_cell(to, util_str(row, columns[q], ""), ',');
            text_addf(to, ",");
        }
        add_share(to, json_object_get(row, "total"));
        json_array_foreach(labs, q, l) {
            text_addf(to, ",");
            add_share(to, json_object_get(json_object_get(row, "labs"), util_str(l, "lab", "")));
        }
        json_array_foreach(json_object_get(row, "dropped"), q, d)
            text_addf(&dropped, "%s%s", q ? " " : "", json_string_value(d));
        text_addf(to, ",");
        export_cell(to, text_str(&dropped), ',');
        text_addf(to, "\r\n");
        text_finish(&dropped);
    }
}
