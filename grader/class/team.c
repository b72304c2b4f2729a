/* team.c: see team.h. */
#include "team.h"

#include <string.h>

#include "runner/base/util.h"

static int64_t student_of(const json_t *row)
{
    return (int64_t)json_integer_value(json_object_get(row, "student"));
}

/* {"ID of a student": name of the team}. */
static json_t *names_by_student(const json_t *teams)
{
    json_t *ret = json_object();
    size_t k;
    const json_t *t;
    json_array_foreach(teams, k, t) {
        char id[24];
        snprintf(id, sizeof id, "%lld", (long long)student_of(t));
        json_object_set(ret, id, json_object_get(t, "team"));
    }
    return ret;
}

/* {"NAME": [rows of its members]}. */
static json_t *members_by_name(const json_t *teams)
{
    json_t *ret = json_object(), *t;
    size_t k;
    json_array_foreach(teams, k, t) {
        const char *name = util_str(t, "team", "");
        json_t *list = json_object_get(ret, name);
        if (!list) {
            list = json_array();
            json_object_set_new(ret, name, list);
        }
        json_array_append(list, t);
    }
    return ret;
}

static const char *name_of(const json_t *names, int64_t student)
{
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)student);
    return json_string_value(json_object_get(names, id));
}

static void add_shared(json_t *to, const json_t *row, const json_t *members)
{
    size_t k;
    const json_t *m;
    json_array_foreach(members, k, m) {
        if (student_of(m) == student_of(row))
            continue;
        json_t *copy = json_copy((json_t *)(size_t)row);
        json_object_set(copy, "of", json_object_get(row, "key"));
        json_object_set(copy, "student", json_object_get(m, "student"));
        json_object_set(copy, "key", json_object_get(m, "key"));
        json_object_set(copy, "name", json_object_get(m, "name"));
        json_array_append_new(to, copy);
    }
}

json_t *team_share(const json_t *rows, const json_t *teams)
{
    json_t *names = names_by_student(teams), *members = members_by_name(teams), *list = json_array(), *row;
    size_t k;
    json_array_foreach(rows, k, row) {
        const char *name = name_of(names, student_of(row));
        json_array_append(list, row);
        if (name)
            add_shared(list, row, json_object_get(members, name));
    }
    json_decref(names);
    json_decref(members);
    return list;
}

const char *team_of(const json_t *teams, int64_t student)
{
    size_t k;
    const json_t *t;
    json_array_foreach(teams, k, t)
        if (student_of(t) == student)
            return util_str(t, "team", "");
    return NULL;
}

json_t *team_students(const json_t *students, const json_t *teams)
{
    json_t *names = names_by_student(teams), *list = json_array(), *s;
    size_t k;
    json_array_foreach(students, k, s) {
        const char *name = name_of(names, (int64_t)json_integer_value(json_object_get(s, "id")));
        json_t *copy = name ? json_copy(s) : json_incref(s);
        if (name)
            json_object_set_new(copy, "team", json_string(name));
        json_array_append_new(list, copy);
    }
    json_decref(names);
    return list;
}

json_t *team_members(const json_t *teams, int64_t student)
{
    const char *name = team_of(teams, student);
    json_t *list = json_array();
    size_t k;
    const json_t *t;
    json_array_append_new(list, json_integer(student));
    json_array_foreach(teams, k, t)
        if (name && student_of(t) != student && !strcmp(util_str(t, "team", ""), name))
            json_array_append(list, json_object_get(t, "student"));
    return list;
}
