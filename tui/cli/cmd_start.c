/* ridge start: a lab's files, laid out. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"
#include "cli_parts.h"
#include "tui/app/evidence.h"
#include "tui/app/parts.h"
#include "runner/base/js.h"

int cmd_start(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    int created = 0;
    if (!lab)
        return APP_USAGE;
    enum app_exit code = app_start(&c->app, lab, &created);
    if (code != APP_OK) {
        json_decref(lab);
        return cli_fail(c, code);
    }
    char *dir = app_work_dir(&c->app, js_text(lab, "id"));
    if (c->app.json) {
        cli_json(json_pack("{s:s s:s s:b s:O s:o}", "lab", js_text(lab, "id"), "dir", dir, "created", created, "files",
                           json_object_get(lab, "edit"), "parts", parts_of(&c->app, lab)));
    } else if (evidence_capstone(lab)) {
        printf("This capstone has no file to write: it builds on labs that you have. `ridge show %s` says how, and "
               "`ridge test %s` what is missing.\n", js_text(lab, "id"), js_text(lab, "id"));
    } else {
        size_t k;
        const json_t *f;
        printf("%s\n", created ? "Laid out:" : "Already there, untouched:");
        json_array_foreach(json_object_get(lab, "edit"), k, f)
            printf("  %s/%s\n", dir, json_string_value(f));
        cli_parts(c, lab);
        if (json_array_size(json_object_get(lab, "predict")))
            printf("Say what you expect before you run: `ridge answer %s` shows the cost card.\n", js_text(lab, "id"));
        if (json_object_get(lab, "drill"))
            printf("Then `ridge test %s --drill %s`; brief.md beside it says what is asked.\n",
                   js_text(json_object_get(lab, "drill"), "lab"), js_text(json_object_get(lab, "drill"), "name"));
        else
            printf("Then `ridge test %s`, or `ridge watch %s` to test at every save.\n", js_text(lab, "id"),
                   js_text(lab, "id"));
    }
    free(dir);
    json_decref(lab);
    return APP_OK;
}
