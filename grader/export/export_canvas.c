/* export_canvas.c: the gradebook of Canvas: its own export filled in, or the least that it imports. */
#include "export_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char points_possible[] = "    Points Possible";
static const char canvas_excused[] = "EX"; /* gradebook_importer.rb takes it in either case, and no other word */

void export_canvas(const struct export_class *c, struct text *to)
{
    size_t k;
    const json_t *row;
    double grade;
    text_addf(to, "Student,ID,SIS User ID,SIS Login ID,Section,");
    export_cell(to, c->title, ',');
    text_addf(to, "\r\n%s,,,,,", points_possible);
    export_number(to, c->max, '.');
    json_array_foreach(c->rows, k, row) {
        const json_t *extra = json_object_get(row, "extra");
        text_addf(to, "\r\n");
        export_cell(to, util_str(row, "name", ""), ',');
        text_addf(to, ",");
        export_cell(to, util_str(extra, "ID", ""), ',');
        text_addf(to, ",");
        export_cell(to, util_str(extra, "SIS User ID", util_str(row, "key", "")), ',');
        text_addf(to, ",");
        export_cell(to, util_str(extra, "SIS Login ID", util_str(row, "email", "")), ',');
        text_addf(to, ",");
        export_cell(to, util_str(row, "section", ""), ',');
        text_addf(to, ",");
        if (export_is_excused(row))
            text_addf(to, "%s", canvas_excused);
        else if (export_value(row, "grade", &grade))
            export_number(to, grade, '.');
    }
    text_addf(to, "\r\n");
}

/* The column of that name, or the number of them. */
static size_t find_column(const struct csv *t, const char *name)
{
    size_t n = csv_cells(t, 0);
    for (size_t k = 0; k < n; k++)
        if (export_same_word(csv_cell(t, 0, k), name))
            return k;
    return n;
}

/* Is this header, "Tiled GEMM (4711)", of that title? */
static bool is_titled(const char *header, const char *title)
{
    size_t n = strlen(title);
    if (strncmp(header, title, n))
        return false;
    header += n + strspn(header + n, " ");
    if (*header != '(')
        return !*header;
    n = strspn(header + 1, "0123456789");
    return n && !strcmp(header + 1 + n, ")");
}

static int find_assignment(const struct export_class *c, const struct csv *t, const char *column, size_t *ret,
                           struct err *e)
{
    size_t section = find_column(t, "Section"), found = 0, n = 0;
    struct text others = { .cap = 400 };
    for (size_t k = section + 1; k < csv_cells(t, 0); k++) {
        const char *h = csv_cell(t, 0, k);
        if (column ? is_titled(h, column) : is_titled(h, c->title) || is_titled(h, c->lab)) {
            found = k;
            n++;
        } else if (*h && h[strlen(h) - 1] == ')') {
            text_addf(&others, "%s\"%s\"", others.len ? ", " : "", h);
        }
    }
    if (section == csv_cells(t, 0) || !csv_rows(t))
        err_set(e, "This file is no gradebook that Canvas exported: it has no column \"Section\".");
    else if (n > 1)
        err_set(e, "The file has %zu columns that are called \"%s\". Name the column with its number: --column \"%s "
                   "(1234)\".", n,
                column ? column : c->title, column ? column : c->title);
    else if (!n)
        err_set(e, "No column is called \"%s\". Name a column of the file with "
                   "--column%s%s", column ? column : c->title,
                others.len ? ": " : ". The file has no assignments", text_str(&others));
    text_finish(&others);
    *ret = found;
    return n == 1 ? 0 : -1;
}

static size_t claims(const struct export_fill *f, size_t r, struct export_claim *to)
{
    const struct csv *t = f->table;
    size_t n = 0, cells = csv_cells(t, 0), last = find_column(t, "LastName"), first = find_column(t, "FirstName");
    bool sis = find_column(t, "SIS User ID") < cells;
    static char name[512];
    const struct export_claim all[] = {
        { sis ? FIELD_OWN : FIELD_ID, "ID", NULL }, /* Canvas's own numbers may look like the school's */
        { FIELD_ID, "SIS User ID", NULL },
        { FIELD_LOGIN, "SIS Login ID", NULL },
        { FIELD_NAME, "Student", NULL },
    };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        size_t at = find_column(t, all[k].header);
        if (at < cells)
            to[n++] = (struct export_claim){ all[k].field, all[k].header, csv_cell(t, r, at) };
    }
    if (last < cells && first < cells) {
        snprintf(name, sizeof name, "%s %s", csv_cell(t, r, first), csv_cell(t, r, last));
        to[n++] = (struct export_claim){ FIELD_NAME, "Student", name };
    }
    return n;
}

/* The row of the points that are possible, or 0: it is not there. */
static size_t points_row(const struct csv *t)
{
    for (size_t r = 1; r < csv_rows(t) && r < 4; r++)
        if (export_same_word(csv_cell(t, r, 0), points_possible))
            return r;
    return 0;
}

int export_fill_canvas(const struct export_class *c, const char *file, size_t n, const char *column,
                       struct text *to, json_t **ret_notes, struct err *e)
{
    struct csv *t = csv_parse(file, n, e);
    struct export_fill f = { .class = c, .table = t, .possible = c->max, .point = '.', .excused = canvas_excused };
    int rc = t ? find_assignment(c, t, column, &f.column, e) : -1;
    if (!rc) {
        size_t row = points_row(t);
        const char *possible = csv_cell(t, row, f.column);
        f.first = row + 1;
        if (row && export_is_number(possible, &f.possible) && strchr(possible, ','))
            f.point = ',';
        export_fill(&f, claims, to, ret_notes);
    }
    csv_free(t);
    return rc;
}
