// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A connection string without its secrets: scheme, hosts and path. */
final class StoreLabel {

    private static final Pattern FORM = Pattern.compile(
            "([a-z0-9+.:-]{1,40}?://)(?:[^/?@]*@)?([^/?@:,]+(?::\\d+)?(?:,[^/?@:,]+(?::\\d+)?)*)(/[^?@]*)?");

    private StoreLabel() {}

    /** The label; of a string in another form only what stands before its first slash. */
    static String of(String uri) {
        int options = uri.indexOf('?');
        Matcher matcher = FORM.matcher(options < 0 ? uri : uri.substring(0, options));
        if (matcher.matches()) {
            String path = matcher.group(3);
            return matcher.group(1) + matcher.group(2) + (path == null ? "" : path);
        }
        int slash = uri.indexOf('/');
        String start = slash < 0 ? uri : uri.substring(0, slash);
        return start.matches("memory:[a-zA-Z0-9_-]*") || start.matches("[a-z:-]{1,20}:") ? start : "a store";
    }
}
