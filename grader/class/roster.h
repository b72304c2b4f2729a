/*
 * roster.h: a class list as schools export it. The columns are found by their headings, in the spelling of Canvas,
 * Moodle (English, German, French), Gradescope and common sense, or by what an instructor says; what has no meaning
 * here is kept as the student's extra columns.
 *
 *   key      Key, Student ID, SIS User ID, SIS ID, SID, ID number, ID, Username, SIS Login ID, Login,
 *            Identifier, E-mail: the first of these that has a cell filled
 *   name     Name, Student, Full name, Student name; or First name (Given name) and Surname (Last name, Family name)
 *   email    Email, Email address, Mail, E-mail
 *   section  Section, Group, Class
 */
#ifndef RIDGE_GRADER_ROSTER_H
#define RIDGE_GRADER_ROSTER_H

#include <jansson.h>

#include "csv.h"

enum { ROSTER_KEY = 128, ROSTER_TEXT = 1024 }; /* the longest key; name, e-mail or section, in bytes */

/*
 * A new {"students": [{"key","name","email","section","extra": {heading: text}}], "bad": [{"line","why"}],
 * "left_out": [{"line","name","column"}]}, or NULL with a sentence when the table has no column for a key or a name.
 * left_out: who has a name but nothing in the column of the keys, such as a guest without the school's id. Canvas's
 * "Points Possible" and "Manual Posting" rows, its test student, and rows of empty cells are none of these.
 *
 * said: texts "key=HEADING" (and name, first, last, email, section), each before what would be found; NULL: none.
 */
json_t *roster_parse(const struct csv *c, const char *const *said, size_t nsaid, struct err *e);

#endif
