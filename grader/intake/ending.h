/*
 * ending.h: files that bear another ending than the lab's, as mail and browsers name them (txmath.c.txt, txmath.cpp),
 * and that an instructor takes for the lab's own. Only names change here, after the boxed half has read the files and
 * before anybody's hand-in is decided (intake.h).
 */
#ifndef RIDGE_GRADER_ENDING_H
#define RIDGE_GRADER_ENDING_H

#include <jansson.h>

/* A dot, and up to 15 letters, digits and dots behind. */
int ending_is(const char *ending);

/* `edit` for intake_fetch(): the lab's files and each of `endings` as "*.c.txt", which intake_wants() knows. Yours. */
json_t *ending_also(const json_t *edit, const char *const *endings, int n);

/* Gives entries of intake_fetch() with one of the endings the name that the lab's file has, or of a lab with one file
 * its ending; an entry whose new name is there already keeps its own. A new {new path: old path}. */
json_t *ending_rename(const json_t *edit, const char *const *endings, int n, json_t *entries);

#endif
