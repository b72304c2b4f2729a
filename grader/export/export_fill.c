/* export_fill.c: a table written back with one column changed, every other byte as it was. */
#include "export_internal.h"
#include "runner/base/memory.h"

#include <stdlib.h>
#include <string.h>

static void *fresh(size_t n, size_t each)
{
    void *p = calloc(n + 1, each);
    if (!p)
        memory_end();
    return p;
}

/* Two rows that name one student: neither gets the grade. */
static void part_twins(struct export_fill *f)
{
    size_t n = csv_rows(f->table);
    size_t *at = fresh(json_array_size(f->class->rows), sizeof *at); /* the row + 1 that has this student */
    for (size_t r = f->first; r < n; r++) {
        int s = f->student[r];
        if (s < 0)
            continue;
        f->seen[s] = true;
        if (at[s]) {
            f->student[at[s] - 1] = MATCH_CONFLICT;
            f->student[r] = MATCH_CONFLICT;
        }
        at[s] = r + 1;
    }
    free(at);
}

static const json_t *row_of(const struct export_fill *f, size_t r)
{
    int s = r >= f->first ? f->student[r] : MATCH_NONE;
    return s >= 0 ? json_array_get(f->class->rows, (size_t)s) : NULL;
}

/* The new text of the grade's cell in *to; false: it stays. */
static bool grade_of(const struct export_fill *f, size_t r, struct text *to)
{
    double grade = 0, max = 0;
    const json_t *row = row_of(f, r);
    if (!row || csv_cells(f->table, r) <= f->column)
        return false;
    if (export_is_excused(row)) {
        text_addf(to, "%s", f->excused);
        return true;
    }
    if (!export_value(row, "grade", &grade))
        return false;
    if (!export_value(row, "max", &max) || max <= 0)
        return false;
    export_number(to, grade * f->possible / max, f->point);
    return true;
}

/* The same of the feedback's cell: an excuse, which has no other place there, or how the grade came about. What a
 * person wrote stays; what stands there of an earlier export is written anew. Moodle takes the cell as HTML. */
static bool feedback_of(const struct export_fill *f, size_t r, struct text *to)
{
    static const char ours[] = "Ridge: ";
    const json_t *row = row_of(f, r);
    const char *there = f->feedback ? csv_cell(f->table, r, f->feedback) : "";
    double grade;
    if (!f->feedback || !row || (*there && strncmp(there, ours, strlen(ours)) != 0))
        return false;
    if (!export_is_excused(row) && !export_value(row, "grade", &grade))
        return false;
    struct text remark = { 0 };
    export_remark(row, &remark);
    text_addf(to, "%s", export_is_excused(row) ? "" : ours);
    export_xml(to, text_str(&remark));
    text_finish(&remark);
    return true;
}

static void write_row(const struct export_fill *f, size_t r, struct text *to, json_int_t *filled)
{
    for (size_t k = 0; k < csv_cells(f->table, r); k++) {
        struct text grade = { 0 }, feedback = { 0 };
        size_t n;
        const char *raw = csv_raw(f->table, r, k, &n);
        if (k)
            text_addf(to, "%c", csv_separator(f->table));
        if (k == f->column && grade_of(f, r, &grade)) {
            csv_write_cell(to, text_str(&grade), csv_separator(f->table));
            ++*filled;
        } else if (k == f->feedback && feedback_of(f, r, &feedback)) {
            export_cell(to, text_str(&feedback), csv_separator(f->table));
        } else {
            text_add(to, raw, n);
        }
        text_finish(&feedback);
        text_finish(&grade);
    }
    text_addf(to, "%s", csv_ending(f->table, r));
}

static json_t *listed(const struct export_fill *f, int as)
{
    json_t *list = json_array();
    for (size_t r = f->first; r < csv_rows(f->table); r++)
        if (f->student[r] == as && (csv_cells(f->table, r) > 1 || *csv_cell(f->table, r, 0)))
            json_array_append_new(list, json_pack("{s:I, s:s}", "line", (json_int_t)csv_line(f->table, r), "who",
                                                  csv_cell(f->table, r, 0)));
    return list;
}

static json_t *absent(const struct export_fill *f)
{
    json_t *list = json_array();
    size_t k;
    const json_t *row;
    double grade;
    json_array_foreach(f->class->rows, k, row) {
        if (!f->seen[k] && (export_is_excused(row) || export_value(row, "grade", &grade)))
            json_array_append(list, json_object_get(row, "key"));
    }
    return list;
}

/* The name decides last: a namesake in the class must not get the line of one who left. */
static int student_of(const struct export_class *c, const struct export_claim *claim, size_t n)
{
    size_t sure = 0;
    while (sure < n && claim[sure].field != FIELD_NAME)
        sure++;
    int s = export_match(c->rows, claim, sure);
    if (s == MATCH_NONE && export_match(c->left, claim, sure) != MATCH_NONE)
        return MATCH_LEFT;
    if (s == MATCH_NONE)
        s = export_match(c->rows, claim, n);
    return s == MATCH_NONE && export_match(c->left, claim, n) != MATCH_NONE ? MATCH_LEFT : s;
}

void export_fill(struct export_fill *f,
                 size_t (*claims)(const struct export_fill *, size_t r, struct export_claim *), struct text *to,
                 json_t **ret_notes)
{
    struct export_claim claim[8];
    size_t rows = csv_rows(f->table);
    json_int_t filled = 0;
    f->student = fresh(rows, sizeof *f->student);
    f->seen = fresh(json_array_size(f->class->rows), sizeof *f->seen);
    for (size_t r = f->first; r < rows; r++)
        f->student[r] = student_of(f->class, claim, claims(f, r, claim));
    part_twins(f);
    size_t before;
    const char *preface = csv_preface(f->table, &before);
    text_add(to, preface, before);
    for (size_t r = 0; r < rows; r++)
        write_row(f, r, to, &filled);
    *ret_notes = json_pack("{s:s, s:f, s:I, s:o, s:o, s:o, s:o}", "column", csv_cell(f->table, 0, f->column),
                           "possible", f->possible, "filled", filled, "unknown", listed(f, MATCH_NONE), "left",
                           listed(f, MATCH_LEFT), "conflicts", listed(f, MATCH_CONFLICT), "absent", absent(f));
    free(f->student);
    free(f->seen);
}
