<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CommandText</name>
    <message numerus="yes">
        <source>%n tasks</source>
        <translation>
            <numerusform>%n task</numerusform>
            <numerusform>%n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n users</source>
        <translation>
            <numerusform>%n user</numerusform>
            <numerusform>%n users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offers</source>
        <translation>
            <numerusform>%n offer</numerusform>
            <numerusform>%n offers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frameworks</source>
        <translation>
            <numerusform>%n framework</numerusform>
            <numerusform>%n frameworks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n services</source>
        <translation>
            <numerusform>%n service</numerusform>
            <numerusform>%n services</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n schedules</source>
        <translation>
            <numerusform>%n schedule</numerusform>
            <numerusform>%n schedules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::DesktopNotifier</name>
    <message numerus="yes">
        <source>%n more notifications</source>
        <translation>
            <numerusform>%n more notification</numerusform>
            <numerusform>%n more notifications</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::MainWindow</name>
    <message numerus="yes">
        <source>Operator mode was switched off: no input for %n min</source>
        <translation>
            <numerusform>Operator mode was switched off: no input for %n min</numerusform>
            <numerusform>Operator mode was switched off: no input for %n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Alerts, %n not acknowledged</source>
        <translation>
            <numerusform>Alerts, %n not acknowledged</numerusform>
            <numerusform>Alerts, %n not acknowledged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::OperatorMode</name>
    <message numerus="yes">
        <source>Required for every change; switches off after %n min without input</source>
        <translation>
            <numerusform>Required for every change; switches off after %n min without input</numerusform>
            <numerusform>Required for every change; switches off after %n min without input</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::OverviewPage</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n others</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::AlertWall</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::ClusterTable</name>
    <message numerus="yes">
        <source>Copied the row: %n cells</source>
        <translation>
            <numerusform>Copied the row: %n cell</numerusform>
            <numerusform>Copied the row: %n cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::EventList</name>
    <message numerus="yes">
        <source>Of the newest %n events of the cluster</source>
        <translation>
            <numerusform>Of the newest %n event of the cluster</numerusform>
            <numerusform>Of the newest %n events of the cluster</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::FormSection</name>
    <message numerus="yes">
        <source>%n set</source>
        <translation>
            <numerusform>%n set</numerusform>
            <numerusform>%n set</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogSearchBar</name>
    <message numerus="yes">
        <source>%Ln matches</source>
        <translation>
            <numerusform>%Ln match</numerusform>
            <numerusform>%Ln matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogViewer</name>
    <message numerus="yes">
        <source>All %n tasks</source>
        <translation>
            <numerusform>All %n tasks</numerusform>
            <numerusform>All %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>↓ %Ln new lines</source>
        <translation>
            <numerusform>↓ %Ln new line</numerusform>
            <numerusform>↓ %Ln new lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::QueueWall</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::ShortList</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
</TS>
