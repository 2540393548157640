// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.NamedLockConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The settings that there are: those of all locks, those of named ones, and what the stores read. Micronaut finds a
 * setting by its name and by the name with dots for hyphens, which is what an environment variable is read as; so both
 * count here. Immutable.
 */
final class KnownSettings {

    /** What all names start with. */
    static final String START = LockConfiguration.PREFIX + ".";

    /** What the names of settings of named locks start with. */
    static final String NAMED = NamedLockConfiguration.PREFIX + ".";

    /** Of all locks, without what they start with. */
    static final List<String> GENERAL = List.of(
            "enabled",
            "backend",
            "uri",
            "lease",
            "wait",
            "max-hold",
            "lock-delay",
            "holder-hint",
            "require",
            "eager",
            "renewal-threads",
            "close-timeout",
            "close-grace",
            "unknown-settings",
            "retry.first-pause",
            "retry.max-pause",
            "retry.max-attempts",
            "adaptive-lease.shortest",
            "adaptive-lease.longest",
            "hand-off.most",
            "hand-off.within",
            "metrics.names",
            "fencing.domain",
            "fencing.generation",
            "fencing.max-names");

    /** Of named locks, without the name of the block. */
    static final List<String> OF_NAMED_LOCKS = List.of(
            "pattern",
            "lease",
            "wait",
            "max-hold",
            "lock-delay",
            "min-hold",
            "retry.first-pause",
            "retry.max-pause",
            "retry.max-attempts",
            "adaptive-lease.shortest",
            "adaptive-lease.longest");

    private static final Pattern INDEX = Pattern.compile("\\[\\d+]$");
    private static final Set<String> LISTS = Set.of(START + "require", START + "metrics.names");

    private final Map<String, String> namesByDotted = new TreeMap<>();
    private final List<String> blocksOfOthers = new ArrayList<>();

    /**
     * Collects them.
     *
     * @param stores what is on the class path; the block of one that is not there is not read, and so not looked at
     */
    KnownSettings(List<LockStore> stores) {
        GENERAL.forEach(name -> add(START + name));
        Stream.of(KnownBackend.REDIS, KnownBackend.ZOOKEEPER, KnownBackend.JDBC)
                .forEach(known -> blocksOfOthers.add(block(known.setting())));
        for (LockStore store : stores) {
            String block = block(store.backend());
            blocksOfOthers.remove(block);
            store.settings()
                    .ifPresentOrElse(
                            names -> names.forEach(name -> add(block + name)), () -> blocksOfOthers.add(block));
        }
    }

    private static String block(String backend) {
        return START + backend + ".";
    }

    private void add(String name) {
        namesByDotted.put(dotted(name), name);
    }

    /** With dots for hyphens, as Micronaut reads an environment variable. */
    static String dotted(String name) {
        return name.replace('-', '.');
    }

    /**
     * Whether something reads a setting.
     *
     * @param setting as it was written
     * @param namedBlocks the blocks of named locks that a source other than the environment has, with dots for hyphens
     */
    boolean has(WrittenSetting setting, Set<String> namedBlocks) {
        String name = setting.name();
        if (blocksOfOthers.stream().anyMatch(setting::startsWith)) {
            return true;
        }
        if (name.startsWith(NAMED)) {
            String rest = name.substring(NAMED.length());
            return setting.isVariable() ? isOfNamedLock(dotted(rest), namedBlocks) : isOfNamedLock(rest);
        }
        String whole = INDEX.matcher(name).replaceFirst("");
        String known = namesByDotted.get(dotted(whole));
        return known != null
                && (setting.isVariable() || isSpelling(whole, known))
                && (whole.equals(name) || LISTS.contains(known));
    }

    /** All of its hyphens or none: Micronaut looks for these two. */
    private static boolean isSpelling(String name, String known) {
        return name.equals(known) || name.equals(dotted(known));
    }

    private static boolean isOfNamedLock(String blockAndSetting) {
        int end = blockAndSetting.indexOf('.');
        String setting = blockAndSetting.substring(end + 1);
        return end > 0 && OF_NAMED_LOCKS.stream().anyMatch(known -> isSpelling(setting, known));
    }

    /**
     * A variable does not say where the name of the block ends, and Micronaut makes a block of one with the first part
     * alone: a longer name must stand somewhere else, too.
     */
    private static boolean isOfNamedLock(String blockAndSetting, Set<String> namedBlocks) {
        return blocks(blockAndSetting).anyMatch(block -> block.indexOf('.') < 0 || namedBlocks.contains(block));
    }

    private static Stream<String> blocks(String blockAndSetting) {
        return OF_NAMED_LOCKS.stream()
                .map(known -> "." + dotted(known))
                .filter(blockAndSetting::endsWith)
                .map(end -> blockAndSetting.substring(0, blockAndSetting.length() - end.length()))
                .filter(block -> !block.isEmpty());
    }

    /** Whether all that is wrong with an unknown variable is that no other source has its block. */
    boolean namesOnlyABlock(WrittenSetting unknown) {
        return unknown.isVariable()
                && unknown.name().startsWith(NAMED)
                && blocks(dotted(unknown.name().substring(NAMED.length())))
                        .findAny()
                        .isPresent();
    }

    /** Whether a name is that of a group of settings. */
    boolean hasBelow(String name) {
        return (name + ".").startsWith(NAMED)
                || namesByDotted.values().stream().anyMatch(known -> known.startsWith(name + "."));
    }

    /**
     * All names, to find the one that was meant.
     *
     * @param misspelt what takes the place of a block's name is taken from it
     */
    Stream<String> candidates(String misspelt) {
        String[] parts = misspelt.split("\\.", -1);
        String block = parts.length > 3 && !parts[2].isEmpty() ? parts[2] : "<name>";
        return Stream.concat(
                namesByDotted.values().stream(), OF_NAMED_LOCKS.stream().map(setting -> NAMED + block + "." + setting));
    }

    /** As a variable of the environment. */
    static String asVariable(String name) {
        return dotted(name).replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
