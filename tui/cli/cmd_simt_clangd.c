/* cmd_simt_clangd.c: compile_commands.json, from which clangd learns what the sources are compiled with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_simt.h"

const char *cmd_simt_standard(const char *said, char ret[16])
{
    static const char *const known[] = {"17", "20", "23"};
    const char *year = said + (!strncmp(said, "c++", 3) ? 3 : !strncmp(said, "gnu++", 5) ? 5 : 0);
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (year != said && !strcmp(year, known[k])) {
            snprintf(ret, 16, "gnu++%s", year); /* nvcc, too, hands the extensions on */
            return ret;
        }
    return NULL;
}

/* Entries of other files stay: a project may have several commands. */
static json_t *other_entries(const struct simt *s, const char *path, struct err *e)
{
    json_error_t why;
    json_t *had = access(path, F_OK) ? json_array() : json_load_file(path, 0, &why), *keep = json_array(), *one;
    size_t k;
    if (!json_is_array(had)) {
        json_decref(had);
        json_decref(keep);
        err_set(e, "%s is no list of commands. Move the file away, or correct it.", path);
        return NULL;
    }
    json_array_foreach(had, k, one) {
        int ours = 0;
        for (int i = 0; i < s->nsources; i++)
            ours |= !strcmp(util_str(one, "file", ""), s->sources[i]) &&
                    !strcmp(util_str(one, "directory", ""), s->cwd ? s->cwd : "");
        if (!ours)
            json_array_append(keep, one);
    }
    json_decref(had);
    return keep;
}

int cmd_simt_clangd(struct simt *s)
{
    struct cli *c = s->c;
    struct err e = {""};
    char standard[16];
    struct simt_build b = {.root = c->app.root, .includes = c->opt.include.words, .defines = c->opt.define.words};
    char *path = util_path("%s/compile_commands.json", s->cwd ? s->cwd : ".");
    if (c->opt.std)
        b.std = cmd_simt_standard(c->opt.std, standard);
    json_t *list = other_entries(s, path, &e);
    for (int k = 0; list && k < s->nsources; k++)
        json_array_append_new(list, json_pack("{s:s s:s s:o}", "directory", s->cwd ? s->cwd : ".", "file",
                                              s->sources[k], "arguments", simt_clangd(&b, s->sources[k])));
    char *text = list ? json_dumps(list, JSON_INDENT(2)) : NULL;
    int rc = text ? util_write_file(path, text, strlen(text), &e) : -1;
    if (!rc)
        printf("compile_commands.json has %d source%s for clangd.\n", s->nsources, s->nsources > 1 ? "s" : "");
    free(text);
    free(path);
    json_decref(list);
    return rc ? cli_fail(c, app_fail(&c->app, APP_CONFIG, "%s", e.text)) : APP_OK;
}
