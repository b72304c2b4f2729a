/*
 * roster.h: a class list as schools export it. The columns are found by their headings, in the spelling of Canvas,
 * Moodle and common sense; what has no meaning here is kept as the student's extra columns.
 *
 *   key      Key, Student ID, SIS User ID, SIS ID, ID number, ID, Username, SIS Login ID, Login,
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
 * A new {"students": [{"key","name","email","section","extra": {heading: text}}], "bad": [{"line","why"}]}, or NULL
 * with a sentence when the table has no column for a key or a name. Canvas's "Points Possible" and "Manual Posting"
 * rows, its test student, and empty lines are none of either.
 */
json_t *roster_parse(const struct csv *c, struct err *e);

#endif
