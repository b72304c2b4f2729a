/*
 * intake.h: what students handed in, from whatever the school's system makes of it, to one row a student.
 *
 * Two halves. intake_read_*() walk folders and archives: hostile bytes, so they run in ridge-intake, in the box.
 * They follow nothing, extract nothing, read every file once, and say of each entry what it is. intake_group()
 * then decides, from names alone, whose it is and whether it may be graded.
 *
 * Known layouts, at the top of a folder or archive (which may itself hold one folder around all of it):
 *   a folder, an archive or a file named after the student: key, login, e-mail or name ("Ada Doe", "Doe, Ada");
 *   without accents, or with ones of two characters, where that still fits one student alone
 *   Canvas: doeada_1234_56789_file.c, doeada_LATE_1234_56789_file.c, doe_ada_1234_file.c; file-2.c is file.c again.
 *   Of two uploads of one name the newest is taken, where number, LATE and upload's number (56789) agree on it
 *   Moodle: "Ada Doe_1234_assignsubmission_file_" as a folder, or in front of a file's name
 * Only the lab's own files are taken, wherever they lie below; of a lab with one file also the only one with its
 * ending, whatever its name. The rest is counted and left. An archive in a student's archive is opened, one level, and
 * serves where the lab's files are nowhere else. .git, __MACOSX, .DS_Store, ._*, Thumbs.db and desktop.ini are passed
 * over.
 */
#ifndef RIDGE_GRADER_INTAKE_H
#define RIDGE_GRADER_INTAKE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner/base/util.h"

enum {
    INTAKE_ENTRIES = 1000,                     /* of one submission */
    INTAKE_BYTES = 16 << 20,                   /* of one submission, unpacked */
    INTAKE_FILE_BYTES = 4 << 20,               /* of one file that is taken */
    INTAKE_RATIO = 100,                        /* unpacked to packed, beyond INTAKE_RATIO_FROM unpacked */
    INTAKE_RATIO_FROM = 1 << 20,
    INTAKE_DEPTH = 8,                          /* folders below the student's */
    INTAKE_NAME = 512,                         /* bytes of a path */
    INTAKE_CLASS_ENTRIES = 200000,
};
#define INTAKE_CLASS_BYTES ((int64_t)4 << 30)

/* ---- what both halves know ------------------------------------------------------------------------------ */

/* Why a path may not be used, or NULL: absolute, "..", too deep, control or direction characters, no UTF-8. */
const char *intake_path_problem(const char *path);

bool intake_passed_over(const char *path);                     /* .git, __MACOSX, .DS_Store, ._* */
bool intake_is_archive(const char *name);                      /* by its ending: .zip .tar .tar.gz .tgz */
bool intake_wants(const json_t *edit, const char *name);       /* may a file of this name be one of the lab's? */

/* ---- reading (ridge-intake) ------------------------------------------------------------------------------- */

struct intake_entry {
    const char *path;    /* below what was asked for; an archive in it counts as a folder; a folder itself ends in / */
    int64_t size, mtime; /* mtime in ms: the outermost container's word, never an archive's of the student's own */
    const char *text;    /* of a file that is wanted: NUL-free UTF-8; else NULL */
    const char *refused; /* why it cannot be taken, or NULL */
    bool inner;          /* it lies in an archive that lies in a student's archive */
};

struct intake_reader {
    const json_t *edit;
    bool single; /* all of it is one submission: an archive is held to a submission's limits */
    void (*entry)(const struct intake_entry *e, void *data);
    void *data;
    int64_t entries, bytes; /* so far */
};

/* 0, or -1 with a sentence when there is nothing to be had from it at all. */
int intake_read_folder(struct intake_reader *r, const char *path, struct err *e);
int intake_read_archive(struct intake_reader *r, const char *path, struct err *e);

/* An archive in memory, as below folder `path` of a submission; those in it count against the same limits. */
int intake_read_packed(struct intake_reader *r, const void *bytes, size_t n, const char *path, int64_t mtime,
                       struct err *e);

/* Runs `program` (ridge-intake) over a folder or an archive in the box: a new array of {"path","size","mtime"
 * [,"text"][,"refused"][,"inner"]}, or NULL with a sentence. *ours (or NULL): it was never read, which is nobody's
 * hand-in's doing. */
json_t *intake_fetch(const char *program, const char *path, bool single, const json_t *edit, bool *ours, struct err *e);

/* ---- whose is it? ------------------------------------------------------------------------------------------ */

/* The student that a label names: 0 with the index in *ret, -1 none, -2 more than one. `students` as
 * db_students() gives them. */
int intake_student(const json_t *students, const char *label, size_t *ret);

/* Are both one name, whatever the order of its words ("Doe, Ada", "ada_doe") and what stands between them? */
bool intake_same_name(const char *a, const char *b);

/* The student that a folder's or an archive's name belongs to, in any of the layouts above; as intake_student(), and
 * -3 when its number and its name are two students'. */
int intake_owner(const json_t *students, const char *name, size_t *ret);

/* "refused" of a student's folder with nothing in it: to the class they have handed in nothing. */
#define INTAKE_EMPTY "the folder is empty"

/*
 * Sorts the entries of one folder or archive named `source`. `only`: they are all this student's (an index of
 * `students`), or -1. Returns a new
 *   {"submissions": [{"student": index, "origin", "received": ms, "files": {name: text}, "refused": why|null,
 *                     "note": what was chosen or opened|null}],
 *    "unknown": [{"path", "why"}]}
 * A student is in it at most once; nothing that was handed in is in neither list.
 */
json_t *intake_group(const json_t *students, const json_t *edit, const json_t *entries, const char *source, long only);

#endif
