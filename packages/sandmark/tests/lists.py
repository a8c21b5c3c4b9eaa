"""Class lists and names of files, as platforms write them."""

H3 = "h3_letters"
NAMES = ["Ada Lovelace", "Bob Ross"]
MOODLE = "_assignsubmission_file_/h3.ipynb"
ROSTER = """name,id,email
Ada Lovelace,7001,ada@uni.example
"Ross, Bob",7002,ross.bob@uni.example
Zo\xeb Ñandú,7003,zoe@uni.example
Kim Lee,7004,kim1@uni.example
Kim Lee,7005,kim2@uni.example
"""
# Moodle's grading worksheet, and Canvas's exported gradebook.
WORKSHEET = """\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum Grade,\
Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments
Participant 1042,Ada Lovelace,ada@uni.example,Submitted for grading,,18.00,Yes,-,-,
Participant 1043,Bob Ross,bob@uni.example,Submitted for grading,,18.00,Yes,-,-,
"""
GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,H3 (991)
    Points Possible,,,,,18
"Lovelace, Ada",1042,7001,alovelace,A,
"Ross, Bob",1043,7002,bross,A,
"Student, Test",1,,x,A,
"""
# The second one's line also holds the number of the first; names in two columns.
NAMESAKES = [
    """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Open,Time,Feedback
Participant 7,Kim Lee,a@uni.example,-,,18.00,Yes,-,
Participant 12,Kim Lee,b@uni.example,-,,18.00,Yes,-,Participant 7
""",
    """Student,ID,SIS User ID,Section,H3 (991)
"Lee, Kim",7,,A,
"Lee, Kim",12,,7,
""",
    """Bezeichner,Vorname,Nachname,Status,Bewertung,Bestwertung,Offen,Zeit
Teilnehmer/in7,Kim,Lee,-,,18,Ja,-
Teilnehmer/in12,Kim,Lee,-,,18,Nein,"Freitag, 20. November 2026, 10:15"
""",
]
