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
    const json_t *rows; /* class_rows(); of all formats but Canvas's and Moodle's a row may have "report", a
                           ridge.report/1 */
    const json_t *left; /* class_rows() of those who left the class, or NULL: no file has them */
    const json_t *doc;  /* the lab, resolved, or NULL: tables have no columns of its milestones and functions */
};

/* ---- whole files ------------------------------------------------------------------------ */

/*
 * One row a student, every figure of class_rows(); then "adjust", what was decided by hand and why, and "measured", the
 * grade without it. Then, of what counts for the student, "partial", the rule of partial credit; of each milestone of
 * the lab "ID points", "ID max" and "ID status"; of each function "NAME right" and "NAME cases", hidden ones among
 * them. Empty where nothing was judged.
 */
void export_csv(const struct export_class *c, struct text *to);

/* {"schema":"ridge.class/1","lab","title","max","rows"}; a row has no "report" there, and of one "partial",
 * "milestones":[{"id","status","points","max"}] and "functions" of grader/credit.h. A new reference. */
json_t *export_json(const struct export_class *c);

/* The least that Canvas imports, and Moodle's import of grades. Students without a grade keep an empty cell; an
 * excuse is EX in Canvas, and in Moodle an empty grade that the feedback explains. */
void export_canvas(const struct export_class *c, struct text *to);
void export_moodle(const struct export_class *c, struct text *to);

/*
 * What goes back to students, by hand: a table for mail merge, "key","name","email","lab","title","status","points",
 * "max","grade","page"; page: row["page"], the name of a file that the caller writes.
 */
void export_mail(const struct export_class *c, struct text *to);

/*
 * Where Moodle's "Upload multiple feedback files in a zip" looks for a student's files: "Ada Doe_4711_assignsubmission_
 * file_", by the folder that the submission came from (`origin` of db_submissions()), else by the participant's number
 * in the roster. Its import (assign/feedback/file/importziplib.php) cuts the name at four underlines; the second part
 * is the number. free() it; NULL: neither tells a number.
 */
char *export_moodle_folder(const json_t *row, const char *origin);

/* The name of a file that Canvas's "Re-upload submissions" takes: the one that its download gave, since its import
 * (infer_comment_context_from_filename) reads the numbers of the student and of the upload there. The student sees it
 * under the name of what was handed in. free() it; NULL: the submission came from elsewhere. */
char *export_canvas_file(const char *origin);

struct export_file {
    char *name;
    struct text bytes;
};

/* An archive, of the kind that the ending of `as` says (.zip, .tar, .tar.gz, .tgz), in memory: names in UTF-8, no
 * times, the same bytes for the same files. -1 with a sentence, also for another ending. */
int export_archive(const char *as, const struct export_file *file, size_t n, struct text *to, struct err *e);

/* One testsuite a student, one testcase a milestone and a visible case; of who is excused one that is skipped. */
void export_junit(const struct export_class *c, struct text *to);

/*
 * results.json of one row: milestones are tests with a score; cases tests without one. `visibility`, of hidden
 * cases: "visible", "after_due" (also NULL), "after_published" or "hidden"; with the last, Gradescope shows
 * students no total. What was measured is the leaderboard. "output" tells what was decided by hand. A new reference,
 * or NULL when nothing is graded or the student is excused: Gradescope has no result without a score.
 */
json_t *export_gradescope(const json_t *row, const char *visibility);

/* "ridge.total/1" (grader/class/total.h): key, name, section, total, a column for each lab, in per cent; last what
 * was left out. */
void export_total(const json_t *total, struct text *to);

/* ---- files filled in place --------------------------------------------------------------- */

/*
 * The file that Canvas exported, or a worksheet downloaded from a Moodle assignment, with the cells of one column
 * changed and every other byte as it was, but for the worksheet's comments that are empty or of an earlier export
 * ("Ridge: …"): they tell how the grade came about, as HTML. `column`: the header of that column, where it is not the
 * lab's title or id (NULL). Points are scaled to what the file says is possible. Students are found by id, then login
 * or e-mail, then name; a row whose fields name two students, or a student that two rows name, is left as it was, and
 * so is that of one who left.
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
