/*
 * export.h: a class's grades in the files that other systems read. Pure: rows in, bytes out, the same bytes for the
 * same rows; only export_write() touches a disk.
 *
 * Text that students can choose (names, messages of their programs) reaches no file as it is: control characters
 * and bidi overrides become \xNN, markup is escaped, and a cell that a spreadsheet would take for a formula (it
 * begins with = + - @, also after spaces or in full width, and is no number) gets a ' in front.
 *
 * Sources: Gradescope autograder specifications (results.json); Canvas gradebook_exporter.rb and
 * gradebook_importer.rb; Moodle assign/feedback/offline; the JUnit XML subset of testmoapp/junitxml.
 */
#ifndef RIDGE_GRADER_EXPORT_H
#define RIDGE_GRADER_EXPORT_H

#include <jansson.h>
#include <stddef.h>

#include "runner/base/util.h"

struct export_class {
    const char *lab, *title;
    double max;         /* the lab's points */
    const json_t *rows; /* class_rows(); of Gradescope and JUnit a row may have "report", a ridge.report/1 */
    const json_t *left; /* class_rows() of those who left the class, or NULL: no file has them */
};

/* ---- whole files ------------------------------------------------------------------------ */

/* One row a student, every figure of class_rows(); last "adjust", what was decided by hand and why, and "measured", the
 * grade without it. */
void export_csv(const struct export_class *c, struct text *to);

/* {"schema":"ridge.class/1","lab","title","max","rows"}; a new reference. */
json_t *export_json(const struct export_class *c);

/* The least that Canvas imports, and Moodle's import of grades. Students without a grade keep an empty cell; an
 * excuse is EX in Canvas, and in Moodle an empty grade that the feedback explains. */
void export_canvas(const struct export_class *c, struct text *to);
void export_moodle(const struct export_class *c, struct text *to);

/* One testsuite a student, one testcase a milestone and a visible case; of who is excused one that is skipped. */
void export_junit(const struct export_class *c, struct text *to);

/*
 * results.json of one row: milestones are tests with a score; cases tests without one. `visibility`, of hidden
 * cases: "visible", "after_due" (also NULL), "after_published" or "hidden"; with the last, Gradescope shows
 * students no total. What was measured is the leaderboard. "output" tells what was decided by hand. A new reference,
 * or NULL when nothing is graded or the student is excused: Gradescope has no result without a score.
 */
json_t *export_gradescope(const json_t *row, const char *visibility);

/* ---- files filled in place --------------------------------------------------------------- */

/*
 * The file that Canvas exported, or a worksheet downloaded from a Moodle assignment, with the cells of one column
 * changed and every other byte as it was. `column`: the header of that column, where it is not the lab's title or
 * id (NULL). Points are scaled to what the file says is possible. Students are found by id, then login or e-mail,
 * then name; a row whose fields name two students, or a student that two rows name, is left as it was, and so is that
 * of one who left.
 *
 * 0, or -1 and a sentence in `e`. *ret_notes, yours: {"column","possible","filled",
 *   "unknown":[{"line","who"}], "left":[{"line","who"}], "conflicts":[{"line","who"}], "absent":[key of a graded
 * student without a row]}.
 */
int export_fill_canvas(const struct export_class *c, const char *file, size_t n, const char *column,
                       struct text *to, json_t **ret_notes, struct err *e);
int export_fill_moodle(const struct export_class *c, const char *file, size_t n, const char *column,
                       struct text *to, json_t **ret_notes, struct err *e);

/* ---- disk -------------------------------------------------------------------------------- */

/* The file is there whole, or as it was before: written beside its place, flushed, renamed, the folder flushed. */
int export_write(const char *path, const char *bytes, size_t n, struct err *e);

/* A student's key as the name of a file: letters, digits, - _ and . but for the first; %XX for the rest. Of a long one
 * its beginning and a hash. free() it. */
char *export_file_name(const char *key);

#endif
