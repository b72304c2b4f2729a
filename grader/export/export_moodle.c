/* export_moodle.c: Moodle's offline grading worksheet filled in, and a table for its import of grades. */
#include "export_internal.h"

#include <stdlib.h>
#include <string.h>

void export_moodle(const struct export_class *c, struct text *to)
{
    char *feedback = util_path("%s feedback", c->title);
    size_t k;
    const json_t *row;
    double grade;
    text_addf(to, "username,email,idnumber,");
    export_cell(to, c->title, ',');
    text_addf(to, ",");
    export_cell(to, feedback, ',');
    json_array_foreach(c->rows, k, row) {
        struct text remark = { 0 };
        text_addf(to, "\r\n");
        export_cell(to, util_str(json_object_get(row, "extra"), "username", ""), ',');
        text_addf(to, ",");
        export_cell(to, util_str(row, "email", ""), ',');
        text_addf(to, ",");
        export_cell(to, util_str(row, "key", ""), ',');
        text_addf(to, ",");
        if (export_value(row, "grade", &grade))
            export_number(to, grade, '.');
        text_addf(to, ",");
        export_remark(row, &remark);
        export_cell(to, text_str(&remark), ',');
        text_finish(&remark);
    }
    text_addf(to, "\r\n");
    free(feedback);
}

/* ---- the worksheet -------------------------------------------------------------------------------------- */

/* Identifier, full name, perhaps an ID number, e-mail, status, grade, maximum grade, … Only the order is sure: the
 * headers are in the teacher's language. */
enum { IDENTIFIER, FULL_NAME };

static size_t email_column(const struct csv *t)
{
    for (size_t k = FULL_NAME + 1; k < 4; k++)
        for (size_t r = 1; r < csv_rows(t); r++)
            if (strchr(csv_cell(t, r, k), '@'))
                return k;
    return 0;
}

static bool is_worksheet(const struct csv *t)
{
    size_t students = 0;
    for (size_t r = 1; r < csv_rows(t); r++) {
        const char *id = csv_cell(t, r, IDENTIFIER), *digits = id + strcspn(id, "0123456789");
        if (csv_cells(t, r) == 1 && !*id)
            continue; /* an empty line */
        if (!*digits || digits[strspn(digits, "0123456789")] || csv_cells(t, r) != csv_cells(t, 0))
            return false;
        students++;
    }
    return students;
}

/* Does a column hold the same positive number in every row? */
static bool is_maximum(const struct csv *t, size_t column, double *ret)
{
    double first = 0, v;
    for (size_t r = 1; r < csv_rows(t); r++) {
        if (csv_cells(t, r) <= column)
            continue;
        if (!export_is_number(csv_cell(t, r, column), &v) || v <= 0 || (first > 0 && v != first))
            return false;
        first = v;
    }
    *ret = first;
    return first > 0;
}

static bool holds_grades(const struct csv *t, size_t column)
{
    for (size_t r = 1; r < csv_rows(t); r++) {
        const char *s = csv_cell(t, r, column);
        if (*s && strcmp(s, "-") && !export_is_number(s, NULL))
            return false;
    }
    return true;
}

static bool is_grade_word(const char *header)
{
    static const char *const words[] = { "Grade", "Bewertung", "Note", "Calificación", "Nota" };
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (export_same_word(header, words[k]))
            return true;
    return false;
}

/* Grades, with the maximum in the next column. A header that is known, or was given, decides between several. */
static size_t find_grade(const struct csv *t, const char *column, double *possible)
{
    size_t found = 0, n = 0;
    double max;
    for (size_t k = FULL_NAME + 1; k + 1 < csv_cells(t, 0); k++) {
        const char *h = csv_cell(t, 0, k);
        if ((column && !export_same_word(h, column)) || !holds_grades(t, k) || !is_maximum(t, k + 1, &max))
            continue;
        if (n && !is_grade_word(h))
            continue;
        n = n && !is_grade_word(csv_cell(t, 0, found)) ? 1 : n + 1;
        found = k;
        *possible = max;
    }
    return n == 1 ? found : 0;
}

/* The column of comments, by the names that it has in the languages of is_grade_word(); 0: none is known. */
static size_t find_feedback(const struct csv *t)
{
    static const char *const words[] = { "Feedback comments", "Feedback als Kommentar", "Feedback als Kommentare",
                                         "Feedback par commentaires", "Comentarios de retroalimentación",
                                         "Commenti di feedback" };
    for (size_t k = FULL_NAME + 1; k < csv_cells(t, 0); k++)
        for (size_t q = 0; q < sizeof words / sizeof words[0]; q++)
            if (export_same_word(csv_cell(t, 0, k), words[q]))
                return k;
    return 0;
}

static size_t claims(const struct export_fill *f, size_t r, struct export_claim *to)
{
    const struct csv *t = f->table;
    size_t email = email_column(t), n = 0;
    to[n++] = (struct export_claim){ FIELD_PARTICIPANT, csv_cell(t, 0, IDENTIFIER), csv_cell(t, r, IDENTIFIER) };
    if (email > FULL_NAME + 1)
        to[n++] = (struct export_claim){ FIELD_ID, csv_cell(t, 0, FULL_NAME + 1), csv_cell(t, r, FULL_NAME + 1) };
    if (email)
        to[n++] = (struct export_claim){ FIELD_EMAIL, csv_cell(t, 0, email), csv_cell(t, r, email) };
    to[n++] = (struct export_claim){ FIELD_NAME, csv_cell(t, 0, FULL_NAME), csv_cell(t, r, FULL_NAME) };
    return n;
}

int export_fill_moodle(const struct export_class *c, const char *file, size_t n, const char *column,
                       struct text *to, json_t **ret_notes, struct err *e)
{
    struct csv *t = csv_parse(file, n, e);
    struct export_fill f = { .class = c, .table = t, .first = 1, .point = '.', .excused = "" };
    int rc = t ? 0 : -1;
    if (!rc && !is_worksheet(t))
        rc = err_set(
            e,
            "This file is no grading worksheet of Moodle: the first column must be \"Participant 123\", one a row, "
            "and all rows of one length.");
    if (!rc && !(f.column = find_grade(t, column, &f.possible)))
        rc = err_set(e, "No column holds grades with the maximum in the next column. Name the column of the grades "
                        "with --column.");
    if (!rc) {
        f.point = strchr(csv_cell(t, 1, f.column + 1), ',') ? ',' : '.';
        f.feedback = find_feedback(t);
        export_fill(&f, claims, to, ret_notes);
    }
    csv_free(t);
    return rc;
}
