/*
 * anonymous.h: a lab graded without names: students by pseudonyms that are the same in every table, and that nobody
 * finds from a key without the secret that the lab's policy keeps. Pure.
 */
#ifndef RIDGE_GRADER_ANONYMOUS_H
#define RIDGE_GRADER_ANONYMOUS_H

#include <jansson.h>

enum { ANONYMOUS_SECRET = 64 }; /* hex digits */

/* Is it graded so? The secret of this policy, or NULL. */
const char *anonymous_secret(const json_t *policy);

/* A new secret, from the kernel. */
void anonymous_draw(char ret[ANONYMOUS_SECRET + 1]);

/* {"ID of a student": pseudonym} of these students (of db_students(), those who left among them); each has one of its
 * own, "A-7KQ2MX". A new object. */
json_t *anonymous_names(const json_t *students, const char *secret);

/* The students again, by pseudonym, and in the order of pseudonyms: "key" is the pseudonym; of name, e-mail, section,
 * team and the roster's other columns nothing is left. A new array. */
json_t *anonymous_students(const json_t *students, const json_t *names);

/* Rows with "student", "key" and perhaps "name", "origin" and "of" in their place; a new array, in the same order. */
json_t *anonymous_rows(const json_t *rows, const json_t *names);

#endif
