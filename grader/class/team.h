/*
 * team.h: students who hand in together: what one of a team handed in counts for each of them. Pure: rows of db_teams()
 * in. A due time, an excuse and points by hand stay each student's own.
 */
#ifndef RIDGE_GRADER_TEAM_H
#define RIDGE_GRADER_TEAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Rows of db_submissions() or db_gradings() again, a new array: behind each row of a team's member one for each of the
 * others, the same but for "student", "key" and "name", and "of": the key of who handed it in. */
json_t *team_share(const json_t *rows, const json_t *teams);

/* The name of the student's team, or NULL. */
const char *team_of(const json_t *teams, int64_t student);

/* The students (db_students()) again, a new array in the same order: one of a team has "team": its name. */
json_t *team_students(const json_t *students, const json_t *teams);

/* The student with this id and those of the same team: their ids, a new array that begins with the student. */
json_t *team_members(const json_t *teams, int64_t student);

#endif
