// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks secrets in texts of drivers and servers by their position: the password before the {@code @} of a url, and the
 * values of parameters whose name suggests a secret. It does not search for the text of a secret, because a short one would also
 * mask parts of ordinary words and so reveal itself. Mask a text before you truncate it, because half a secret is not
 * recognised.
 */
public final class SecretMask {

    private static final String HIDDEN = "***";

    private static final Set<String> SUGGESTIVE =
            Set.of("password", "passwd", "passphrase", "pwd", "secret", "credential");

    /** Up to the last {@code @}, because a password may contain one that is not encoded. */
    private static final Pattern USER_INFO = Pattern.compile("(//[^\\s/:@]*+:)\\S*@");

    /** Starts only at the start of a name, so that a long text is scanned once. */
    private static final Pattern PARAMETER = Pattern.compile("(?<![\\w.-])([\\w.-]++)\\s*+=\\s*+");

    private static final Pattern VALUE = Pattern.compile("[^&\\s]*+");
    private static final Pattern VALUE_IN_BRACKETS = Pattern.compile("[^,)\\s]*+");

    private SecretMask() {}

    /**
     * Masks the secrets in a text.
     *
     * @param text a text of a driver or server
     * @return the text with {@code ***} for each secret; the same text if there is none
     */
    public static String mask(String text) {
        String masked = USER_INFO.matcher(text).replaceAll("$1" + HIDDEN + "@");
        Matcher parameter = PARAMETER.matcher(masked);
        StringBuilder shown = new StringBuilder();
        int copied = 0;
        while (parameter.find()) {
            if (parameter.start() >= copied && isSecret(parameter.group(1))) {
                shown.append(masked, copied, parameter.end()).append(HIDDEN);
                copied = endOfValue(masked, parameter);
            }
        }
        return copied == 0
                ? masked
                : shown.append(masked, copied, masked.length()).toString();
    }

    private static int endOfValue(String text, Matcher parameter) {
        String before = text.substring(0, parameter.start());
        boolean inBrackets = before.lastIndexOf('(') > before.lastIndexOf(')');
        Matcher value = (inBrackets ? VALUE_IN_BRACKETS : VALUE).matcher(text);
        value.region(parameter.end(), text.length());
        return value.lookingAt() ? value.end() : parameter.end();
    }

    /**
     * Returns whether the value of an option is a secret, judged by the option's name.
     *
     * @param option the name
     * @return true for {@code password}, {@code trustStorePassword} and the like
     */
    public static boolean isSecret(String option) {
        String name = option.toLowerCase(Locale.ROOT);
        return SUGGESTIVE.stream().anyMatch(name::contains);
    }
}
