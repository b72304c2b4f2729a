/*
 * class_similar.h: what a class handed in for a lab, laid out for the comparison of grader/similar, and what that says
 * of whom. Everything here is for the instructor: no page or export that a student gets has any of it.
 */
#ifndef TUI_CLASS_SIMILAR_H
#define TUI_CLASS_SIMILAR_H

#include "app.h"

struct db;

/* A new document of a question to similar_boxed(), and a file of it; any bytes are taken. The list of its files is the
 * question's. */
json_t *class_similar_document(json_t *documents, const char *who, const char *role);
void class_similar_file(json_t *files, const char *name, const void *data, size_t n);

/* The skeleton, the header and the reference of a lab. */
void class_similar_given(struct app *a, const json_t *lab, json_t *documents);

/* Of each student in `db` the last submission that was taken; `prefix` stands before the keys, NULL: none. On failure
 * a.error says why. */
enum app_exit class_similar_book(struct app *a, struct db *db, const char *lab, const char *prefix, const char *role,
                                 json_t *documents);

/*
 * Compares the class with itself and the reference: {"copies","clusters"} as of similar.h, without regions, yours; both
 * empty where nobody handed in, or where the sources cannot be compared. Whose work is the reference's is kept in the
 * workbook, so that the class's sheet can say so without a comparison.
 */
json_t *class_similar(struct app *a, const json_t *lab);

/* What was kept of a lab's last comparison: {hash of a submission: share}, yours. */
json_t *class_similar_kept(struct app *a, const char *lab);

/* The share of the student `who` among "copies"; 0: none of them. */
double class_similar_share(const json_t *resemblance, const char *who);

#endif
