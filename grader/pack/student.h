/*
 * student.h: a course without its solutions: what of its files a student's pack has, as texts. Objects in the place of
 * sources are the caller's to make.
 */
#ifndef RIDGE_GRADER_STUDENT_H
#define RIDGE_GRADER_STUDENT_H

#include <jansson.h>
#include <stdbool.h>

#include "runner/base/util.h"

/* Has a student's pack this file of the course as it is? No: what lies below kernels/, mutants, drills. */
bool student_keeps(const char *path);

/* A manifest without the tables of hidden cases ({…, hidden = true, …} anywhere in it), yours; NULL with a sentence
 * when its braces do not close. Whether no hidden case is left is for the caller to see: code may make some. */
char *student_manifest(const char *lua, struct err *e);

/* A hash of what judges a lab, over the files of labs/ID and kernels/ID (but texts and mutants), each by its name: both
 * editions of a pack say it, and who has both may compare. `files`: {path: text} of the whole course. */
void student_judged(const json_t *files, const char *lab, char hex[33]);

#endif
