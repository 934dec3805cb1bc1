#!/bin/sh
# The guard of cm: Cline runs this before a tool. Written by `cm guard install`, taken away by `cm guard remove`.
# Where the guard cannot be started, nothing is answered and Cline goes on.
exec {python} -I -S -E {script}
