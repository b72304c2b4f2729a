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
 *   Of two uploads of one name the newest is taken, where number, LATE and upload's number (56789) agree on it. Canvas
 *   gives every file the time of the download, so that LATE alone says whether one came in time ("mark")
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
/* May a file of this name be one of the lab's? "*.txt" in `edit` stands for whatever ends so (ending.h). */
bool intake_wants(const json_t *edit, const char *name);

/* ---- reading (ridge-intake) ------------------------------------------------------------------------------- */

struct intake_entry {
    const char *path;    /* relative to the folder or archive; an inner archive counts as a folder; folders end in / */
    int64_t size, mtime; /* mtime in ms, from the outermost container, never from a student's own archive */
    const char *text;    /* a wanted file's contents, UTF-8 without NUL; else NULL */
    const char *refused; /* why the entry cannot be taken, or NULL */
    bool inner;          /* the entry lies in an archive within a student's archive */
};

struct intake_reader {
    const json_t *edit;
    bool single; /* everything is one submission, so an archive has a submission's limits */
    void (*entry)(const struct intake_entry *e, void *data);
    void *data;
    int64_t entries, bytes; /* so far */
};

/* Read a folder or an archive. 0, or -1 with a sentence when no entry could be read. */
int intake_read_folder(struct intake_reader *r, const char *path, struct err *e);
int intake_read_archive(struct intake_reader *r, const char *path, struct err *e);

/* Reads an archive in memory as the folder `path` of a submission; archives within share the same limits. */
int intake_read_packed(struct intake_reader *r, const void *bytes, size_t n, const char *path, int64_t mtime,
                       struct err *e);

/* Where the times of a zip, which have no zone of their own, are read: minutes east, or this. */
enum { INTAKE_ZONE_OF_MACHINE = 10000 };

/* Runs `program` (ridge-intake) over a folder or an archive in the box: a new array of {"path","size","mtime"
 * [,"text"][,"refused"][,"inner"]}, or NULL with a sentence. *ours (may be NULL): nothing was read, through no
 * fault of the submission. */
json_t *intake_fetch(const char *program, const char *path, bool single, int zone, const json_t *edit, bool *ours,
                     struct err *e);

/* ---- whose is it? ------------------------------------------------------------------------------------------ */

/* The student that a label names: 0 with the index in *ret, -1 none, -2 more than one. `students` as
 * db_students() gives them. */
int intake_student(const json_t *students, const char *label, size_t *ret);

/* Are both the same name, whatever the order of the words and the characters between them ("Doe, Ada", "ada_doe")? */
bool intake_same_name(const char *a, const char *b);

/* The student that a folder's or an archive's name belongs to, in any of the layouts above. Returns as intake_student()
 * does, and -3 when the number and the name in it belong to two students. */
int intake_owner(const json_t *students, const char *name, size_t *ret);

/* What the layouts above say in a top-level name. */
enum intake_layout { INTAKE_NEITHER, INTAKE_MOODLE, INTAKE_CANVAS };

struct intake_name {
    char who[INTAKE_NAME + 1], id[32]; /* Moodle's number of the participant; Canvas's of the user */
    int64_t upload;                    /* Canvas's number of the file, or 0 */
};

/* *ret is set where a layout is known. */
enum intake_layout intake_layout_of(const char *name, struct intake_name *ret);

/* "refused" of a student's empty folder, which counts as handing in nothing. */
#define INTAKE_EMPTY "the folder is empty"

/*
 * Sorts the entries of one folder or archive named `source`. `only`: the index in `students` of the student whose all
 * entries are, or -1. Returns a new
 *   {"submissions": [{"student": index, "origin", "received": ms, "mark": "in time"|"late"|null, "files": {name: text},
 *                     "refused": why|null, "note": what was chosen or opened|null}],
 *    "unknown": [{"path", "why"}]}
 * mark: in Canvas's layout, where the files' times, and so "received", are those of the download.
 * A student is in "submissions" at most once; every entry ends up in one of the two lists.
 */
json_t *intake_group(const json_t *students, const json_t *edit, const json_t *entries, const char *source, long only);

#endif
