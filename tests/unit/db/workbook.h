/*
 * workbook.h: what the tests of the workbook share: a place, old versions, a class that is graded.
 *
 * Nothing here asserts: children and plain programs use it too. A bool says whether it went well,
 * book_why() what did not.
 */
#ifndef RIDGE_TEST_WORKBOOK_H
#define RIDGE_TEST_WORKBOOK_H

#include "db/gradebook.h"
#include "db/internal.h"

#include <sys/types.h>

extern char book_dir[64], book_path[128];

const char *book_why(void);
bool book_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* false; sets why */

bool book_enter(void);                /* a new directory, book_path in it */
void book_leave(void);                /* removes the directory and all in it */
struct db *book_open(unsigned flags); /* NULL: book_why() */
int book_status(pid_t child);         /* its exit status; 128 + the signal that ended it */
char *book_read(const char *file, size_t *n);
bool book_write(const char *file, const void *bytes, size_t n);
bool book_has(const char *text); /* is it in the file at book_path, in its log or in its journal? */

/* The first column of the first row; -1 if there is none. */
int64_t book_number(sqlite3 *sql, const char *query);

/* A workbook of an older version at `path`, with so many attempts in it. */
bool book_make_old(const char *path, int version, int attempts);

/* All that db_check() has to say against it, the file's place and backups aside. */
bool book_sound(struct db *db);

/* Memory that runs out, SQLite's and jansson's: install before anything of either is used; the n-th
 * allocation from now fails, and those after it unless `once`; n < 0: none does. */
void memory_install(void);      /* SQLite's allocations fail */
void memory_install_json(void); /* the first that a document asks for ends the process, as in ridge */
void memory_arm(int n, bool once);
bool memory_failed(void); /* since it was armed */

/* ---- A class ---------------------------------------------------------------------------- */

enum { CLASS_TTL = 60000 };

/* Students s000…, each with a submission for each of the labs lab0…, all queued. One batch. */
bool class_fill(struct db *db, int students, int labs);

/* One student, submission, queued grading; *grading its id. */
enum db_status class_hand_in(struct db *db, int k, int64_t *grading);

/* PASS, with a report that names the grading. */
enum db_status class_done(struct db *db, int64_t id, const char *worker);

/* Leases and grades as `worker` until nothing is left; -1: failed, else how many. */
int class_grade_all(struct db *db, const char *worker);

/* Every grading of round 0 done, once each by the audit, and sound; `n` of them. */
bool class_is_graded_once(struct db *db, int64_t n);

/* Where the audit ends: what was acknowledged by then is all before it. */
struct class_end {
    int64_t id;
    char hash[2 * DB_HASH_BYTES + 1];
};
bool class_end(struct db *db, struct class_end *end);
bool class_has(struct db *db, const struct class_end *end); /* that very row is there */

/* All the class's words in one text, to compare; free() it. */
char *class_text(struct db *db);

#endif
