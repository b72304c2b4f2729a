/* export_internal.h: what the formats share. */
#ifndef RIDGE_GRADER_EXPORT_INTERNAL_H
#define RIDGE_GRADER_EXPORT_INTERNAL_H

#include <stdbool.h>

#include "grader/class/csv.h"
#include "export.h"

/* ---- export_text.c */

/* A cell of foreign text: one line, harmless, in quotes when it needs them; a very long one is cut, with "…". */
void export_cell(struct text *to, const char *s, char separator);
/* Two decimals. */
void export_number(struct text *to, double v, char point);
/* Escaped for XML 1.0, as text or in an attribute. */
void export_xml(struct text *to, const char *s);
/* A plain decimal number, with a point or a comma. */
bool export_is_number(const char *s, double *ret);
/* row[key] when it is a number. */
bool export_value(const json_t *row, const char *key, double *ret);
/* Does the lab not count for this student? */
bool export_is_excused(const json_t *row);
/* One line on how a grade came about: "PASS, gold, 2 days late: -5.00; 7.5 of 10 points by hand: ill (measured: 3.00)".
 * Appended as it is. */
void export_remark(const json_t *row, struct text *to);

/* ---- export_match.c */

/* FIELD_OWN: an id that fits only where the roster has a column of that name. */
enum export_field { FIELD_OWN, FIELD_ID, FIELD_LOGIN, FIELD_EMAIL, FIELD_NAME, FIELD_PARTICIPANT };

/* What a row of a file says of its student; `header` is the column's name there. */
struct export_claim {
    enum export_field field;
    const char *header, *value;
};

enum { MATCH_NONE = -1, MATCH_CONFLICT = -2, MATCH_LEFT = -3 };

/* The place in `rows` of the one student that the claims name: the first that fits exactly one student decides, and
 * those after it, but for a name, must not fit exactly one other. */
int export_match(const json_t *rows, const struct export_claim *claim, size_t n);

/* ---- export_fill.c */

struct export_fill {
    const struct export_class *class;
    const struct csv *table;
    size_t column, first; /* first: the first row that is a student's */
    size_t feedback;     /* where an excuse is told, too, when the cell is empty; 0: nowhere */
    const char *excused; /* what the file has for an excuse in place of a grade */
    double possible;
    char point;
    int *student; /* by row of the table: a place in rows, or MATCH_… */
    bool *seen;   /* by row of the class: the file has it */
};

/* Gives each row of the file its student (`claims` writes at most 8 of row r) and writes the file. */
void export_fill(struct export_fill *f,
                 size_t (*claims)(const struct export_fill *, size_t r, struct export_claim *), struct text *to,
                 json_t **ret_notes);

/* Equal but for the case of ASCII letters and spaces around. */
bool export_same_word(const char *a, const char *b);

#endif
