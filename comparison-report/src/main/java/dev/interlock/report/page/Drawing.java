// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.Numbers;
import dev.interlock.report.timeline.Timeline;
import dev.interlock.report.timeline.Timeline.Bar;
import dev.interlock.report.timeline.Timeline.Kind;
import dev.interlock.report.timeline.Timeline.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The positions in the picture of a timeline: shares of its width, so that it can be drawn wider, and pixels of its
 * height.
 *
 * @param timeline the timeline to draw
 */
public record Drawing(Timeline timeline) {

    private static final int LANE = 34;
    private static final int AXIS = 20;
    private static final int MOST_TOLD = 4;
    private static final int TICKS = 8;
    private static final double NARROWEST = 0.12;

    /** {@return the height of all lanes} */
    public int lanesHeight() {
        return timeline.lanes().size() * LANE;
    }

    /** {@return the height of the picture} */
    public int height() {
        return lanesHeight() + AXIS;
    }

    /**
     * The position of a moment.
     *
     * @param at in milliseconds
     * @return such as {@code 12.34%}
     */
    public String x(double at) {
        return percent(100 * at / timeline.millis());
    }

    /**
     * The width of a bar; a bar that would be too narrow to be seen is made just wide enough.
     *
     * @param bar the bar
     * @return such as {@code 1.20%}
     */
    public String width(Bar bar) {
        return percent(Math.max(NARROWEST, 100 * (bar.to() - bar.from()) / timeline.millis()));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", share);
    }

    /**
     * The lower edge of a lane.
     *
     * @param lane its number
     * @return in pixels
     */
    public int bottom(int lane) {
        return (lane + 1) * LANE;
    }

    /**
     * The middle of a lane.
     *
     * @param lane its number
     * @return in pixels
     */
    public int middle(int lane) {
        return lane * LANE + LANE / 2;
    }

    /**
     * The upper edge of a bar.
     *
     * @param lane its number
     * @param kind of the bar: each has its place in the lane
     * @return in pixels
     */
    public int top(int lane, Kind kind) {
        return lane * LANE
                + switch (kind) {
                    case ASKED -> 3;
                    case GRANTED -> 10;
                    case BELIEVED -> 19;
                    default -> 1;
                };
    }

    /**
     * The height of a bar.
     *
     * @param kind of the bar
     * @return in pixels
     */
    public int thickness(Kind kind) {
        return switch (kind) {
            case ASKED -> 5;
            case GRANTED -> 7;
            case BELIEVED -> 11;
            default -> LANE - 2;
        };
    }

    /**
     * The style of a bar or mark.
     *
     * @param kind the kind of bar or mark
     * @return such as {@code believed}
     */
    public String style(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** {@return moments at round numbers of milliseconds} */
    public List<Double> ticks() {
        double rough = timeline.millis() / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough / power < 2 ? 2 : rough / power < 5 ? 5 : 10);
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; i * step < timeline.millis() * 0.97; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** {@return the violations that are listed below the picture} */
    public List<Bar> told() {
        return timeline.violations().stream().limit(MOST_TOLD).toList();
    }

    /** {@return how many violations are not listed} */
    public int untold() {
        return Math.max(0, timeline.violations().size() - MOST_TOLD);
    }

    /** {@return the picture in words, for screen readers} */
    public String description() {
        String lanes = timeline.lanes().stream().map(Drawing::words).collect(Collectors.joining("; "));
        return Numbers.of(timeline.millis()) + " ms. " + lanes + ". "
                + timeline.violations().size() + " violations.";
    }

    private static String words(Lane lane) {
        List<String> parts = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            long bars = lane.bars().stream().filter(bar -> bar.kind() == kind).count();
            long marks =
                    lane.marks().stream().filter(mark -> mark.kind() == kind).count();
            if (bars + marks > 0) {
                parts.add(kind.name().toLowerCase(Locale.ROOT) + " " + (bars + marks) + " times");
            }
        }
        return lane.name() + ": " + String.join(", ", parts);
    }
}
